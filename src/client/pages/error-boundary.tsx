import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

interface ErrorBoundaryProps {
  address: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  address: string;
  hasFailed: boolean;
}

/** Shows the error screen instead of a screen that can't be drawn; React logs why. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { address }: ErrorBoundaryProps,
    before: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return address === before.address ? null : { address, hasFailed: false };
  }

  override state = { address: this.props.address, hasFailed: false };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorPage message="Internal Error" code={500} data="This page could not be shown." />;
  }
}

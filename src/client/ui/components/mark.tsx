/** The product's mark, a thought bubble: first its cloud, then its dots. What it looks like is in look.css. */
export function Mark({ className = '' }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={`mark ${className}`} aria-hidden="true">
      <path pathLength="100" d="M17.5 16H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z" />
      <circle pathLength="3" cx="7.4" cy="19.4" r="1.55" />
      <circle pathLength="3" cx="4.1" cy="22.2" r="0.85" />
    </svg>
  );
}

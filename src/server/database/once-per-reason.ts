/**
 * Creates what takes the outcome of each try of something, null when it went well, and calls back with
 * why it failed: once for each reason until it goes well, because a database out of order fails every try.
 */
export function oncePerReason(
  onFailure: (reason: string) => void,
): (failure: string | null) => void {
  let known: string | null = null;
  return (failure) => {
    if (failure !== null && failure !== known) onFailure(failure);
    known = failure;
  };
}

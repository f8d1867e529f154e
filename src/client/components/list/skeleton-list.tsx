import { WORDS } from '#client/words.ts';
/** More than fill any screen; what does not fit is cut off. */
const COUNT = 16;
const CARDS = Array.from({ length: COUNT }, (_, index) => index);

/** Empty cards that fade downwards, each as high as a short thought; the shell has the same. */
export function SkeletonList() {
  return (
    <div className="shell-list" role="status">
      {CARDS.map((number) => (
        <div key={number} className="shell-card" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
      <span className="shell-visually-hidden">{WORDS.feed.loading}</span>
    </div>
  );
}

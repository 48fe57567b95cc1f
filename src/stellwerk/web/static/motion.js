// Things that move for a moment, for those who like it: a tile settles where it was laid.
const still = matchMedia("(prefers-reduced-motion: reduce)");

export const moves = () => !still.matches && !document.hidden;

/** A tile comes down on its hex. */
export function settle(hex) {
  if (!moves()) return;
  const { e, f } = hex.transform.baseVal[0].matrix;
  hex.parentNode?.append(hex); // above its neighbours
  const at = (size) => `translate(${e}px, ${f}px) scale(${size})`;
  hex.animate(
    [
      { transform: at(1.22), opacity: 0.5 },
      { transform: at(0.97), opacity: 1, offset: 0.7 },
      { transform: at(1), opacity: 1 },
    ],
    { duration: 320, easing: "ease-out" },
  );
}

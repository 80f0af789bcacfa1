/** The number of signer colours in globals.css. */
export const NAMED_COLORS = 16
/** Divides a circle so that each new hue lies far from those before it. */
const GOLDEN_ANGLE = 137.508

/** Lightness (0 to 1), chroma and hue (degrees) of the colours after those of globals.css, in OKLCH. */
export function computeOklch(index: number): [number, number, number] {
  const extraIndex = index - NAMED_COLORS
  // Dark enough for text on its own tint; alternating, because hues alone are too alike.
  return [extraIndex % 2 === 0 ? 0.32 : 0.48, 0.15, (extraIndex * GOLDEN_ANGLE + 10) % 360]
}

/** The CSS colour of the signer at `index`; no two signers have the same. */
export function getCssColor(index: number): string {
  const position = Math.max(0, index)
  if (position < NAMED_COLORS) return `var(--signer-${position + 1})`
  const [lightness, chroma, hue] = computeOklch(position)
  return `oklch(${lightness} ${chroma} ${hue.toFixed(1)})`
}

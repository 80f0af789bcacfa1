/** The minimum contrast of text of normal size (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5

/** The contrast ratio of a colour (`#rrggbb`) with white, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(color.slice(start, start + 2), 16) / 255),
  )
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05)
}

/** A channel from 0 to 1 without the gamma of sRGB (WCAG 2.2, "relative luminance"). */
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

import { needsShaping } from '../text/shaping.ts'

/** The part of its width that a typed signature fills at most. */
export const markWidthShare = 0.96

/** The distance of the baseline of a typed signature from its middle, at size 1. */
export const markBaseline = 0.28

/**
 * The height of a typed signature at size 1: handwriting reaches 0.3 below the baseline and 0.9 above, stacked
 * diacritics 1.2 above.
 */
export function markHeight(text: string): number {
  return needsShaping(text) ? 1.5 : 1.2
}

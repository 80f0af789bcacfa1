/** The zoom factors of the buttons. */
const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
export const MIN_ZOOM = 0.25
export const MAX_ZOOM = 4

const limit = (factor: number) => Math.min(Math.max(factor, MIN_ZOOM), MAX_ZOOM)

/** The next larger or smaller factor of the buttons. */
export function nextZoom(factor: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? steps.find((step) => step > factor + 0.01)
      : steps.findLast((step) => step < factor - 0.01)
  return next ?? factor
}

/** The factor after a turn of the wheel by `deltaY` pixels. */
export function wheelZoom(factor: number, deltaY: number): number {
  // A notch of a mouse wheel is 100 pixels or more, a step of a trackpad's pinch a few.
  const pixels = Math.min(Math.max(deltaY, -100), 100)
  return Math.round(limit(factor * Math.exp(-pixels / 500)) * 100) / 100
}

/** The pixels of a stored image along its rows and columns: per inch, or in a ratio only. */
export interface Resolution {
  x: number
  y: number
  unit: 'inch' | null
}

/** An image as displayed, with pixels as high as wide. */
interface ImageSize {
  /** Pixels. */
  width: number
  height: number
  /** Pixels per inch; null when unknown. */
  dpi: number | null
}

/** A page, and the rectangle of the image on it, in points from the bottom left. */
export interface PageLayout {
  width: number
  height: number
  image: { x: number; y: number; width: number; height: number }
}

const A4_SHORT = 595
const A4_LONG = 842
const POINTS_PER_INCH = 72
/** A3 and an inch: a resolution that gives a page outside these sides is rarely meant, such as that of cameras. */
const MAX_SIDE = 1191
const MIN_SIDE = POINTS_PER_INCH
/** Points per pixel of images without a resolution, which are not enlarged beyond 96 pixels per inch. */
const MAX_SCALE = 0.75

/** Faxes have up to twice as many pixels along one side, some printers four times as many. */
const MAX_RATIO = 4

/**
 * The size of an image, and its resolution, when its pixels are made as high as wide: of scans and faxes they may not
 * be. No side grows.
 */
export function withSquarePixels(
  { width, height }: { width: number; height: number },
  resolution: Resolution | null,
): ImageSize {
  if (!resolution) return { width, height, dpi: null }
  const { x, y, unit } = resolution
  const lowest = Math.min(x, y)
  if (Math.max(x, y) > lowest * MAX_RATIO) return { width, height, dpi: null }
  return { width: (width * lowest) / x, height: (height * lowest) / y, dpi: unit && lowest }
}

/** A page of the image's own size at its resolution, as of a scan; otherwise an A4 page on which the image fits. */
export function pageLayout({ width, height, dpi }: ImageSize): PageLayout {
  if (dpi !== null && dpi > 0) {
    const [ownWidth, ownHeight] = [(width / dpi) * POINTS_PER_INCH, (height / dpi) * POINTS_PER_INCH]
    const isPageSize = [ownWidth, ownHeight].every((side) => side >= MIN_SIDE && side <= MAX_SIDE)
    if (isPageSize) {
      const size = { width: round(ownWidth), height: round(ownHeight) }
      return { ...size, image: { x: 0, y: 0, ...size } }
    }
  }
  const isLandscape = width > height
  const page = {
    width: isLandscape ? A4_LONG : A4_SHORT,
    height: isLandscape ? A4_SHORT : A4_LONG,
  }
  const scale = Math.min(page.width / width, page.height / height, MAX_SCALE)
  const size = { width: round(width * scale), height: round(height * scale) }
  const position = { x: round((page.width - size.width) / 2), y: round((page.height - size.height) / 2) }
  return { ...page, image: { ...position, ...size } }
}

const round = (points: number) => Math.round(points * 100) / 100

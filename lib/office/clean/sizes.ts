import type { Declarations } from './css.ts'

const POINTS_PER_PIXEL = 0.75
/** The size of text without a style, in points. */
export const ROOT_FONT_POINTS = 12
/** The width of the text on a page of A4 with margins of 2 cm, in CSS pixels. */
export const PAGE_WIDTH_PIXELS = 642
/** Smaller text could not be read. */
const MIN_FONT_POINTS = 4
const MAX_FONT_POINTS = 200

const pointsPerUnit: Record<string, number> = {
  pt: 1,
  px: POINTS_PER_PIXEL,
  pc: 12,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  rem: ROOT_FONT_POINTS,
}
const namedFontPoints = new Map(
  Object.entries({
    'xx-small': 7,
    'x-small': 7.5,
    small: 10,
    medium: 12,
    large: 13.5,
    'x-large': 18,
    'xx-large': 24,
  }),
)
/** Relative to the text around an element, as in browsers. */
const fontFactors = new Map(
  Object.entries({
    h1: 2,
    h2: 1.5,
    h3: 1.17,
    h4: 1,
    h5: 0.83,
    h6: 0.67,
    small: 0.83,
    big: 1.2,
    smaller: 0.83,
    larger: 1.2,
  }),
)
const size = /^(\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})([a-z]{2,3}|%)?$/i

/** The font size of an element in points; LibreOffice knows no relative sizes, and gives headings that of a parent. */
export function computeFontPoints(name: string, style: Declarations, parentPoints: number): number {
  const value = style.get('font-size')?.toLowerCase() ?? ''
  const points =
    namedFontPoints.get(value) ??
    parsePoints(value, parentPoints, parentPoints) ??
    parentPoints * (fontFactors.get(value) ?? fontFactors.get(name) ?? 1)
  return Math.round(Math.min(MAX_FONT_POINTS, Math.max(MIN_FONT_POINTS, points)) * 10) / 10
}

/** A length in points; null for one without a known unit. */
function parsePoints(value: string, fontPoints: number, percentBase: number): number | null {
  const [, number, unit = ''] = size.exec(value) ?? []
  if (number === undefined) return null
  if (unit === '%') return (Number(number) * percentBase) / 100
  const factor = unit === 'em' ? fontPoints : pointsPerUnit[unit]
  return factor === undefined ? null : Number(number) * factor
}

/** The lengths of a value in points, where they are relative to the size of text. */
export function withAbsoluteLengths(value: string, fontPoints: number): string {
  return value.replaceAll(/(?<![\w.#-])(\d{0,5}\.?\d{1,5})(em|rem)\b/gi, (length) => {
    const points = parsePoints(length.toLowerCase(), fontPoints, fontPoints)
    return points === null ? length : `${Math.round(points * 10) / 10}pt`
  })
}

/** A width of a style or attribute as the value of an attribute: pixels or a percentage. */
export function widthAttribute(value: string | undefined): string | null {
  if (value === undefined) return null
  if (/^\d{1,4}(\.\d{1,4})?%?$/.test(value)) return value
  const points = parsePoints(value.toLowerCase(), ROOT_FONT_POINTS, 0)
  return points ? String(Math.round(points / POINTS_PER_PIXEL)) : null
}

/** The displayed size of an image in pixels, which fits the page. */
export function imageSize(
  natural: { width: number; height: number },
  wanted: { width: string | null; height: string | null },
): { width: number; height: number } {
  const ratio = natural.height / natural.width
  const wantedHeight = parsePixels(wanted.height, 0)
  const wantedWidth = parsePixels(wanted.width, PAGE_WIDTH_PIXELS)
  const width = wantedWidth || (wantedHeight ? wantedHeight / ratio : natural.width)
  const height = wantedHeight || width * ratio
  const scale = Math.min(1, PAGE_WIDTH_PIXELS / width, PAGE_HEIGHT_PIXELS / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const PAGE_HEIGHT_PIXELS = 900

function parsePixels(value: string | null, percentBase: number): number {
  if (value === null) return 0
  return value.endsWith('%') ? (Number.parseFloat(value) * percentBase) / 100 : Number(value)
}

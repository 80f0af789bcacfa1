/** Clockwise rotation of a page when displayed (ISO 32000-2, 7.7.3.3, /Rotate). */
export type Rotation = 0 | 90 | 180 | 270

/** A rectangle of ISO 32000-2, 7.9.5 in default user space, normalized: [left, bottom, right, top]. */
export type Rect = [number, number, number, number]

/** What is needed to place something on a page. */
export interface PageGeometry {
  /** From 1. */
  number: number
  /** Points (1/72 inch) as displayed: after /Rotate and /UserUnit. */
  width: number
  height: number
  rotation: Rotation
  /** CropBox ∩ MediaBox in default user space units. */
  box: Rect
  /** Points per default user space unit (ISO 32000-2, table 31). */
  userUnit: number
}

/** A rectangle on the page as displayed: points, origin in the top left corner, y downwards. */
export interface ZoneBox {
  x: number
  y: number
  width: number
  height: number
}

/** The smallest rectangle around both. */
export function union(a: ZoneBox, b: ZoneBox): ZoneBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)]
  return { x, y, width: right - x, height: bottom - y }
}

/** The entries of a page dictionary that decide its geometry, already inherited (ISO 32000-2, 7.7.3.4). */
export interface PageBoxes {
  mediaBox?: readonly number[] | null
  cropBox?: readonly number[] | null
  rotate?: number | null
  userUnit?: number | null
}

/** US Letter, which readers assume where the required /MediaBox is missing or has no area. */
const fallbackBox: Rect = [0, 0, 612, 792]

/** Reduces /Rotate to one of the four rotations. A value that is no multiple of 90 counts as 0, as in readers. */
export function normalizeRotation(rotate: number): Rotation {
  if (!Number.isFinite(rotate) || rotate % 90 !== 0) return 0
  return (((rotate % 360) + 360) % 360) as Rotation
}

/** Orders the corners of a rectangle; null when it has no area, or not four finite numbers. */
export function normalizeRect(values: readonly number[] | null | undefined): Rect | null {
  if (values?.length !== 4 || !values.every(Number.isFinite)) return null
  const [ax, ay, bx, by] = values as Rect
  const rect: Rect = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
  return rect[2] - rect[0] > 0 && rect[3] - rect[1] > 0 ? rect : null
}

/**
 * The geometry of page `number` (from 1) as readers display it: the crop box clipped to the media box (ISO 32000-2,
 * 14.11.2.1); the media box where the two do not intersect; US Letter where it is missing.
 */
export function readPageGeometry(number: number, page: PageBoxes): PageGeometry {
  const media = normalizeRect(page.mediaBox) ?? fallbackBox
  const crop = normalizeRect(page.cropBox) ?? media
  const box = intersect(crop, media) ?? media
  const rotation = normalizeRotation(page.rotate ?? 0)
  const userUnit = page.userUnit && Number.isFinite(page.userUnit) && page.userUnit > 0 ? page.userUnit : 1
  const unrotatedWidth = withoutNoise((box[2] - box[0]) * userUnit)
  const unrotatedHeight = withoutNoise((box[3] - box[1]) * userUnit)
  const isSideways = rotation === 90 || rotation === 270
  return {
    number,
    width: isSideways ? unrotatedHeight : unrotatedWidth,
    height: isSideways ? unrotatedWidth : unrotatedHeight,
    rotation,
    box,
    userUnit,
  }
}

/** Removes floating-point noise. */
function withoutNoise(points: number): number {
  return Math.round(points * 1e6) / 1e6
}

/** The precision of fields: a thousandth of a point. */
export function roundPoints(points: number): number {
  return Math.round(points * 1000) / 1000
}

/** Converts a point as displayed (points, from the top left) to default user space. */
export function toUserSpace(page: PageGeometry, point: { x: number; y: number }): [number, number] {
  const [x0, y0, x1, y1] = page.box
  const x = point.x / page.userUnit
  const y = point.y / page.userUnit
  switch (page.rotation) {
    case 0:
      return [x0 + x, y1 - y]
    case 90:
      return [x0 + y, y0 + x]
    case 180:
      return [x1 - x, y0 + y]
    case 270:
      return [x1 - y, y1 - x]
  }
}

/** The annotation rectangle (/Rect, ISO 32000-2, table 166) that is displayed as `zone`. */
export function zoneToRect(page: PageGeometry, zone: ZoneBox): Rect {
  const [ax, ay] = toUserSpace(page, zone)
  const [bx, by] = toUserSpace(page, { x: zone.x + zone.width, y: zone.y + zone.height })
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
}

/** How a rectangle of default user space is displayed; the inverse of `zoneToRect`. */
export function rectToZone(page: PageGeometry, [left, bottom, right, top]: Rect): ZoneBox {
  const [x0, y0, x1, y1] = page.box
  const width = (right - left) * page.userUnit
  const height = (top - bottom) * page.userUnit
  const scaled = (x: number, y: number) => ({ x: x * page.userUnit, y: y * page.userUnit })
  switch (page.rotation) {
    case 0:
      return { ...scaled(left - x0, y1 - top), width, height }
    case 90:
      return { ...scaled(bottom - y0, left - x0), width: height, height: width }
    case 180:
      return { ...scaled(x1 - right, bottom - y0), width, height }
    case 270:
      return { ...scaled(y1 - top, x1 - right), width: height, height: width }
  }
}

/** The part of a zone that is on the page; null when there is none. */
export function clipToPage(page: PageGeometry, { x, y, width, height }: ZoneBox): ZoneBox | null {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(page.width, x + width), Math.min(page.height, y + height)]
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

/**
 * The /Matrix of an appearance stream with /BBox [0 0 width height] that keeps its content upright on a
 * page rotated by `rotation`; `width` and `height` as displayed, in user space units. The widget also
 * carries /MK << /R rotation >> (ISO 32000-2, 12.5.5 and table 192).
 */
export function appearanceMatrix(
  rotation: Rotation,
  width: number,
  height: number,
): [number, number, number, number, number, number] {
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, 0, 0]
    case 90:
      return [0, 1, -1, 0, height, 0]
    case 180:
      return [-1, 0, 0, -1, width, height]
    case 270:
      return [0, -1, 1, 0, 0, width]
  }
}

function intersect(a: Rect, b: Rect): Rect | null {
  return nullIfNoArea([
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ])
}

function nullIfNoArea(rect: Rect): Rect | null {
  return rect[2] > rect[0] && rect[3] > rect[1] ? rect : null
}

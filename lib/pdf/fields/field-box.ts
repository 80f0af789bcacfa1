import { type PDF, type PdfArray, type PdfDict, PdfNumber } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { numberArray, unitDecimals } from '../file/objects.ts'
import { normalizeRotation, type PageGeometry, type ZoneBox, zoneToRect } from '../geometry.ts'
import type { Zone } from '../zones.ts'
import type { AppearanceBox } from './drawing.ts'

/** A zone whose content may be turned. */
export type TurnedBox = ZoneBox & Pick<Zone, 'rotation'>

/** The /Rect of the annotation that is displayed as `zone`. */
export function annotationRect(page: PageGeometry, zone: ZoneBox): PdfArray {
  return numberArray(zoneToRect(page, zone), unitDecimals(page.userUnit))
}

/** Size and rotation of a zone's appearance, from the rounded /Rect: signing must compute the same /BBox. */
export function computeBox(zone: TurnedBox, page: PageGeometry): AppearanceBox {
  const rotation = normalizeRotation(page.rotation + (zone.rotation ?? 0))
  return boxWithin(annotationRect(page, zone), rotation, page.userUnit)
}

/**
 * `computeBox` for a widget in the file: from its /Rect, /R in /MK, and the user unit of its page.
 * @param userUnit only needed for widgets of other producers: /P is optional (ISO 32000-2, table 166)
 */
export function widgetBox(
  pdf: PDF,
  widget: PdfDict,
  userUnit = readUserUnit(pdf, asDict(widget.get('P', resolver(pdf)))),
): AppearanceBox {
  const resolve = resolver(pdf)
  const rotation = normalizeRotation(asDict(widget.get('MK', resolve))?.getNumber('R', resolve)?.value ?? 0)
  return boxWithin(widget.getArray('Rect', resolve), rotation, userUnit)
}

/** The /UserUnit of a page; 1 where it has none. */
export function readUserUnit(pdf: PDF, page: PdfDict | null): number {
  const userUnit = page?.getNumber('UserUnit', resolver(pdf))?.value ?? 1
  return userUnit > 0 ? userUnit : 1
}

function boxWithin(
  rect: PdfArray | undefined,
  rotation: AppearanceBox['rotation'],
  userUnit: number,
): AppearanceBox {
  const corners = rect?.toArray().map((value) => (value instanceof PdfNumber ? value.value : 0)) ?? []
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners
  const width = Math.abs(x1 - x0) * userUnit
  const height = Math.abs(y1 - y0) * userUnit
  const isSideways = rotation === 90 || rotation === 270
  return { width: isSideways ? height : width, height: isSideways ? width : height, rotation, userUnit }
}

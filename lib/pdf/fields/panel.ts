import { type PDF, PdfArray, type PdfDict, PdfString } from '@libpdf/core'
import { textArray, textString } from '../file/objects.ts'
import type { ZoneBox } from '../geometry.ts'
import type { FontBook } from '../text/fonts.ts'
import { fieldTypes, type Zone } from '../zones.ts'
import {
  makeCheckboxAppearance,
  makeEmptyAppearance,
  makeInitialsAppearance,
  makeOptionsAppearance,
  makeRadioAppearance,
  makeSignatureAppearance,
  makeTextAppearance,
} from './appearance.ts'
import { buttonState, isButton, isOn } from './buttons.ts'
import { type AppearanceBox, Drawing } from './drawing.ts'
import type { PlacedAppearance } from './mark.ts'

/**
 * The entry of a panel that lists its zones. A panel is one signature field over zones of a signer on a page: a file
 * that was signed before takes no other new fields, because readers report them as tampering. The values are
 * drawn in the appearance of the signature.
 */
const zonesKey = 'XXParaphZones'
/** Code points of a string, of at most four bytes: PDF/A permits 32,767 bytes (ISO 19005-2, 6.1.13). */
const maxStringLength = 8000

/** The appearances of a signer's signature and initials, ready to draw. */
export interface PanelAppearances {
  signature: PlacedAppearance
  /** Null where the signer gave none. */
  initials: PlacedAppearance | null
  caption: string
}

/** The smallest rectangle around the zones. */
export function panelBox(zones: readonly Zone[]): ZoneBox {
  const x = Math.min(...zones.map((zone) => zone.x))
  const y = Math.min(...zones.map((zone) => zone.y))
  const right = Math.max(...zones.map((zone) => zone.x + zone.width))
  const bottom = Math.max(...zones.map((zone) => zone.y + zone.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Writes the zones into the panel's field dictionary, with positions relative to the panel. */
export function writeZones(field: PdfDict, zones: readonly Zone[]): void {
  const { x, y } = panelBox(zones)
  const relative = zones.map((zone) => ({ ...zone, x: zone.x - x, y: zone.y - y }))
  setZones(field, relative)
}

/**
 * Writes the zones of all signers into a field of ours, with their own positions: a certified file keeps its fields,
 * and takes none that could say which signer fills them in.
 */
export function writeFileZones(field: PdfDict, zones: readonly Zone[]): void {
  setZones(field, zones)
}

/** A string, or an array of the parts of a long one. */
function setZones(field: PdfDict, zones: readonly Zone[]): void {
  const parts = JSON.stringify(zones).match(new RegExp(`.{1,${maxStringLength}}`, 'gsu')) ?? []
  field.set(zonesKey, parts.length === 1 ? textString(parts[0]!) : textArray(parts))
}

/** The zones of a panel, or of all signers; null for any other field, and for an entry that is none of ours. */
export function readZones(field: PdfDict): Zone[] | null {
  const entry = field.get(zonesKey)
  const parts = entry instanceof PdfArray ? entry.toArray() : [entry]
  if (!parts.every((part) => part instanceof PdfString)) return null
  try {
    const zones: unknown = JSON.parse(parts.map((part) => part.asString()).join(''))
    return Array.isArray(zones) && zones.every(isZone) ? zones : null
  } catch {
    return null
  }
}

function isZone(value: unknown): value is Zone {
  const { id, type, x, y, width, height } = (value ?? {}) as Partial<Zone>
  const isKnown = fieldTypes.some((fieldType) => fieldType === type)
  return typeof id === 'string' && isKnown && [x, y, width, height].every(Number.isFinite)
}

/** The panel's appearance with all values. The caller has validated `values`. */
export function makePanelAppearance(
  pdf: PDF,
  fonts: FontBook,
  box: AppearanceBox,
  zones: readonly Zone[],
  values: Readonly<Record<string, string | boolean>>,
  appearances: PanelAppearances,
) {
  const drawing = new Drawing(fonts)
  for (const zone of zones) {
    const rotation = zone.rotation ?? 0
    const isSideways = rotation === 90 || rotation === 270
    const [width, height] = isSideways ? [zone.height, zone.width] : [zone.width, zone.height]
    const inner: AppearanceBox = { width, height, rotation, userUnit: 1 }
    const form = makeZoneAppearance(fonts, inner, zone, values[zone.id], appearances)
    drawing.form(pdf.context.register(form), zone.x, box.height - zone.y - zone.height)
  }
  return drawing.appearance(box)
}

function makeZoneAppearance(
  fonts: FontBook,
  box: AppearanceBox,
  zone: Zone,
  input: string | boolean | undefined,
  appearances: PanelAppearances,
) {
  const value = input ?? zone.value ?? ''
  const { options = [] } = zone
  const buttonAppearance = zone.square ? makeCheckboxAppearance : makeRadioAppearance
  switch (zone.type) {
    case 'signature':
      return makeSignatureAppearance(fonts, box, appearances.signature, appearances.caption)
    case 'initials':
      return appearances.initials
        ? makeInitialsAppearance(fonts, box, appearances.initials)
        : makeEmptyAppearance(fonts, box)
    case 'checkbox':
      return makeCheckboxAppearance(fonts, box, isOn(value))
    case 'radio':
      return isButton(zone)
        ? buttonAppearance(fonts, box, isOn(value) || input === buttonState(zone))
        : makeOptionsAppearance(fonts, box, options, options.indexOf(String(value)))
    default:
      return value === ''
        ? makeEmptyAppearance(fonts, box)
        : makeTextAppearance(fonts, box, String(value), zone)
  }
}

import type { ZonesTranslator } from '#components/zones/translator.ts'
import { roundPoints, type ZoneBox } from '#lib/pdf/geometry'
import type { FieldType } from '#lib/pdf/zones'
import { hasRules, splitRules } from '#lib/processes/fields/field-rules'
import { widgetBox } from '#lib/processes/fields/layout'
import type { FieldRecord, SignerRecord } from '#lib/processes/schema'

/** The owner of zones: a signer, or a role of a template without an email address. */
export type EditorSigner = Pick<SignerRecord, 'id' | 'name'> & { email?: string }

/** A zone in the editor, in points from the top left of the page as displayed. */
export interface DraftZone extends ZoneBox {
  key: string
  documentId: number
  signerId: number
  type: FieldType
  page: number
  required: boolean
  readOnly: boolean
  /** The date is filled in with the day of signing. */
  auto: boolean
  /** It was made from a form field or text tag of the file, and replaces it. */
  imported: boolean
  label: string
  value: string
  /** What its input refuses as the preset value; it is not saved. */
  refusedPreset?: string | undefined
  placeholder: string
  options: string[]
  condition: FieldRecord['condition']
  /** Calculates a number; empty without calculation. */
  formula: string
  /** From the API or an import, and kept unchanged: the editor sets only the bounds of a date. */
  validation: FieldRecord['validation']
  /** A dropdown that takes a text of the signer's own. */
  editable: boolean
  /** From the API or an import, and kept unchanged. */
  layout: FieldRecord['layout']
}

export interface PageSize {
  width: number
  height: number
}

/** Sizes of a field type, in points. */
interface Kind {
  width: number
  height: number
  minWidth: number
  minHeight: number
}

/** The field types with their default and smallest sizes. */
export const kinds: Record<FieldType, Kind> = {
  signature: { width: 170, height: 52, minWidth: 48, minHeight: 18 },
  initials: { width: 64, height: 36, minWidth: 20, minHeight: 14 },
  date: { width: 96, height: 22, minWidth: 40, minHeight: 10 },
  name: { width: 150, height: 22, minWidth: 30, minHeight: 10 },
  email: { width: 180, height: 22, minWidth: 30, minHeight: 10 },
  company: { width: 150, height: 22, minWidth: 30, minHeight: 10 },
  text: { width: 170, height: 22, minWidth: 20, minHeight: 10 },
  number: { width: 90, height: 22, minWidth: 20, minHeight: 10 },
  checkbox: { width: 16, height: 16, minWidth: 8, minHeight: 8 },
  radio: { width: 120, height: 44, minWidth: 12, minHeight: 12 },
  dropdown: { width: 150, height: 22, minWidth: 30, minHeight: 10 },
  attachment: { width: 170, height: 28, minWidth: 30, minHeight: 14 },
}

export const hasOptions = (type: FieldType) => type === 'radio' || type === 'dropdown'

/** The options of a zone without blank lines. */
export const listOptions = (zone: DraftZone) => zone.options.map((option) => option.trim()).filter(Boolean)

/** The label of a zone, or the name of its field type. */
export const getLabel = (zone: DraftZone, t: ZonesTranslator) => zone.label.trim() || t(`kinds.${zone.type}`)

/** The accessible name of a zone; it starts with its visible text (WCAG 2.5.3). */
export function getAccessibleName(zone: DraftZone, person: string, t: ZonesTranslator): string {
  const shownValue = zone.type === 'radio' ? listOptions(zone).join(', ') : zone.value.trim()
  const page = t('zoneName.page', { page: zone.page })
  return [getLabel(zone, t), shownValue, person, page, zone.required ? t('zoneName.required') : '']
    .filter(Boolean)
    .join(', ')
}

export const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high))

/** The zone on another page, with those of its further places that were on its page. */
export function onPage(zone: DraftZone, page: number): DraftZone {
  const widgets = zone.layout.widgets?.map((widget) =>
    widget.page === zone.page ? { ...widget, page } : widget,
  )
  return { ...zone, page, ...(widgets && { layout: { ...zone.layout, widgets } }) }
}

/** The zone moved, if need be beyond its page, with those of its further places that are on its page. */
export function shift(zone: DraftZone, dx: number, dy: number): DraftZone {
  const widgets = zone.layout.widgets?.map((widget) =>
    widget.page === zone.page ? widget : { ...widget, dx: widget.dx - dx, dy: widget.dy - dy },
  )
  const { x, y, layout } = zone
  return { ...zone, x: x + dx, y: y + dy, ...(widgets && { layout: { ...layout, widgets } }) }
}

export const isSamePage = (a: DraftZone, b: DraftZone) => a.documentId === b.documentId && a.page === b.page

export const groupByPage = (zones: DraftZone[]) =>
  Map.groupBy(zones, ({ documentId, page }) => `${documentId} ${page}`)

/** The smallest box around all. */
export function getBounds(boxes: ZoneBox[]): ZoneBox {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

/** The box around a zone and those of its further places that are on its page. */
export function getExtent(zone: DraftZone): ZoneBox {
  const widgets = (zone.layout.widgets ?? []).filter(({ page }) => page === zone.page)
  return getBounds([zone, ...widgets.map((widget) => widgetBox(zone, widget))])
}

/** Limits a zone to the page: first its size, then its position. Its further places are not considered. */
export function keepOnPage<T extends ZoneBox & { type: FieldType }>(zone: T, page: PageSize): T {
  return { ...zone, ...fitBox(zone, page, kinds[zone.type]) }
}

function fitBox(
  box: ZoneBox,
  page: PageSize,
  { minWidth, minHeight } = { minWidth: 0, minHeight: 0 },
): ZoneBox {
  const width = roundPoints(clamp(box.width, Math.min(minWidth, page.width), page.width))
  const height = roundPoints(clamp(box.height, Math.min(minHeight, page.height), page.height))
  return {
    width,
    height,
    x: roundPoints(clamp(box.x, 0, page.width - width)),
    y: roundPoints(clamp(box.y, 0, page.height - height)),
  }
}

/**
 * The zone in another place on `page`, or in another size. Its further places on its page move with it, and all of
 * them stay on the page; those on other pages stay where they are, and so do all when it is resized.
 */
export function placeZone(
  zone: DraftZone,
  place: Partial<ZoneBox & { page: number }>,
  page: PageSize,
): DraftZone {
  const placed = keepOnPage({ ...zone, ...place }, page)
  if (!zone.layout.widgets) return placed
  // On a page that is smaller, or where it was smaller than allowed, its size changes without a resize.
  const { width, height } = keepOnPage(zone, page)
  const isResized = placed.width !== width || placed.height !== height
  const extent = getExtent(zone)
  const [left, top] = [zone.x - extent.x, zone.y - extent.y]
  const x = clamp(placed.x, left, left + page.width - extent.width)
  const y = clamp(placed.y, top, top + page.height - extent.height)
  const moved = isResized ? placed : keepOnPage({ ...placed, x, y }, page)
  const widgets = zone.layout.widgets.map((widget) => {
    const follows = widget.page === zone.page && !isResized
    const box = follows ? fitBox(widgetBox(moved, widget), page) : widgetBox(zone, widget)
    return {
      ...widget,
      page: follows ? moved.page : widget.page,
      dx: roundPoints(box.x - moved.x),
      dy: roundPoints(box.y - moved.y),
      width: box.width,
      height: box.height,
    }
  })
  return { ...moved, layout: { ...zone.layout, widgets } }
}

export type Edge = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

/** The box after its `edge` was moved by (dx, dy); the opposite side stays in place. */
export function resize(zone: DraftZone, edge: Edge, dx: number, dy: number, page: PageSize): DraftZone {
  const { minWidth, minHeight } = kinds[zone.type]
  let [left, top, right, bottom] = [zone.x, zone.y, zone.x + zone.width, zone.y + zone.height]
  if (edge.includes('w')) left = clamp(left + dx, 0, right - minWidth)
  if (edge.includes('e')) right = clamp(right + dx, left + minWidth, page.width)
  if (edge.includes('n')) top = clamp(top + dy, 0, bottom - minHeight)
  if (edge.includes('s')) bottom = clamp(bottom + dy, top + minHeight, page.height)
  return placeZone(zone, { x: left, y: top, width: right - left, height: bottom - top }, page)
}

/** A new zone in the default size of its type, centred at (x, y). */
export function makeZone(
  key: string,
  initial: { type: FieldType; documentId: number; signerId: number; page: number; options?: string[] },
  middle: { x: number; y: number },
  page: PageSize,
): DraftZone {
  const { width, height } = kinds[initial.type]
  return keepOnPage(
    {
      ...initial,
      key,
      x: middle.x - width / 2,
      y: middle.y - height / 2,
      width,
      height,
      required: initial.type !== 'checkbox',
      readOnly: false,
      auto: initial.type === 'date',
      imported: false,
      label: '',
      value: '',
      placeholder: '',
      options: initial.options ?? [],
      condition: null,
      formula: '',
      validation: {},
      editable: false,
      layout: {},
    },
    page,
  )
}

export function zoneFromRecord(field: FieldRecord): DraftZone {
  return {
    key: `field-${field.id}`,
    documentId: field.document_id,
    signerId: field.signer_id,
    type: field.type,
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    required: field.required,
    readOnly: field.read_only ?? false,
    auto: field.auto ?? false,
    imported: field.imported ?? false,
    label: field.label ?? '',
    value: field.value ?? '',
    placeholder: field.placeholder ?? '',
    options: field.options ?? [],
    condition: field.condition ?? null,
    formula: field.formula ?? '',
    validation: field.validation ?? {},
    editable: field.editable ?? false,
    layout: field.layout ?? {},
  }
}

/** The zone as API input, without empty members. */
export function zoneToInput(zone: DraftZone) {
  const { x, y, width, height } = zone
  const formula = zone.formula.trim()
  const { decimals, limits } = splitRules(zone.validation)
  const validation: DraftZone['validation'] = formula ? decimals : limits
  return {
    document_id: zone.documentId,
    signer_id: zone.signerId,
    type: zone.type,
    page: zone.page,
    x,
    y,
    width,
    height,
    required: zone.required,
    ...(zone.label.trim() ? { label: zone.label.trim() } : {}),
    ...(zone.value.trim() && !formula ? { value: zone.value.trim() } : {}),
    ...(zone.placeholder.trim() ? { placeholder: zone.placeholder.trim() } : {}),
    ...(zone.readOnly && !formula ? { read_only: true } : {}),
    ...(zone.auto ? { auto: true } : {}),
    ...(zone.imported ? { imported: true } : {}),
    ...(zone.editable ? { editable: true } : {}),
    ...(Object.keys(zone.layout).length > 0 ? { layout: zone.layout } : {}),
    ...(zone.condition ? { condition: withTrimmedText(zone.condition) } : {}),
    ...(formula ? { formula } : {}),
    ...(hasRules(validation) ? { validation } : {}),
    ...(hasOptions(zone.type) ? { options: listOptions(zone) } : {}),
  }
}

/** The value of the other field is trimmed too. */
function withTrimmedText(condition: NonNullable<DraftZone['condition']>) {
  const { equals, not_equals } = condition
  return {
    ...condition,
    ...(equals !== undefined && { equals: equals.trim() }),
    ...(not_equals !== undefined && { not_equals: not_equals.trim() }),
  }
}

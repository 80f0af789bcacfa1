import type { ZonesTranslator } from '#components/zones/translator.ts'
import { roundPoints, type ZoneBox } from '#lib/pdf/geometry'
import type { FieldType } from '#lib/pdf/zones'
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

/** The label of a zone, or the name of its field type. */
export const getLabel = (zone: DraftZone, t: ZonesTranslator) => zone.label.trim() || t(`kinds.${zone.type}`)

/** The accessible name of a zone; it starts with its visible text (WCAG 2.5.3). */
export function getAccessibleName(zone: DraftZone, person: string, t: ZonesTranslator): string {
  const shownValue = zone.type === 'radio' ? zone.options.join(', ') : zone.value.trim()
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

/** Limits a box to the page: first its size, then its position. */
export function keepOnPage<T extends ZoneBox & { type: FieldType }>(zone: T, page: PageSize): T {
  const { minWidth, minHeight } = kinds[zone.type]
  const width = roundPoints(clamp(zone.width, Math.min(minWidth, page.width), page.width))
  const height = roundPoints(clamp(zone.height, Math.min(minHeight, page.height), page.height))
  return {
    ...zone,
    width,
    height,
    x: roundPoints(clamp(zone.x, 0, page.width - width)),
    y: roundPoints(clamp(zone.y, 0, page.height - height)),
  }
}

export type Edge = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

/** The box after its `edge` was moved by (dx, dy); the opposite side stays in place. */
export function resize<T extends ZoneBox & { type: FieldType }>(
  zone: T,
  edge: Edge,
  dx: number,
  dy: number,
  page: PageSize,
): T {
  const { minWidth, minHeight } = kinds[zone.type]
  let [left, top, right, bottom] = [zone.x, zone.y, zone.x + zone.width, zone.y + zone.height]
  if (edge.includes('w')) left = clamp(left + dx, 0, right - minWidth)
  if (edge.includes('e')) right = clamp(right + dx, left + minWidth, page.width)
  if (edge.includes('n')) top = clamp(top + dy, 0, bottom - minHeight)
  if (edge.includes('s')) bottom = clamp(bottom + dy, top + minHeight, page.height)
  return keepOnPage({ ...zone, x: left, y: top, width: right - left, height: bottom - top }, page)
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
    ...(zone.condition ? { condition: zone.condition } : {}),
    ...(formula ? { formula } : {}),
    ...(Object.keys(zone.validation).length > 0 && !formula ? { validation: zone.validation } : {}),
    ...(hasOptions(zone.type)
      ? { options: zone.options.map((option) => option.trim()).filter(Boolean) }
      : {}),
  }
}

import type { fields } from '#db/schema/processes'
import type { FieldErrors } from '#lib/core/errors'
import type { DocumentRow } from '#lib/documents/present'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { roundPoints } from '#lib/pdf/geometry'
import type { FieldLayout } from '#lib/pdf/zones'
import type { SignerRow } from '../present.ts'
import { isSigning } from '../rules.ts'
import { findDefaultErrors } from './field-defaults.ts'
import { toStoredPreset } from './field-rules.ts'
import type { PlacedField } from './input.ts'
import { widgetBox } from './layout.ts'

/** The documents and signers that fields refer to. */
export interface FieldContext {
  documents: Map<number, Pick<DocumentRow, 'pages'>>
  signers: Map<number, Pick<SignerRow, 'role'>>
  /** For the fields of a template, the words of errors: the noun of the whole, and the member that names a person. */
  nouns?: { whole: 'process' | 'template'; person: string; unknownPerson: ErrorText }
}

/** The columns of a field, without ids. */
export type NewField = Omit<typeof fields.$inferSelect, 'id' | 'tenantId' | 'processId'>

/** Tolerance for the rounding of other programs, in points. */
const EDGE_TOLERANCE_POINTS = 0.01

/**
 * Validates fields and converts them to points; errors are added under `fields.N.member`, and a field with errors is
 * left out.
 */
export function validateFields(
  inputs: PlacedField[],
  context: FieldContext,
  errors: FieldErrors,
): NewField[] {
  for (const [index, input] of inputs.entries()) {
    for (const [member, message] of findErrors(input, context)) {
      const key = `fields.${index}.${member}`
      errors[key] = [...(errors[key] ?? []), message]
    }
  }
  return Object.keys(errors).length > 0 ? [] : inputs.map((input) => toNewField(input, context))
}

function findErrors(input: PlacedField, context: FieldContext): [string, ErrorText][] {
  const errors: [string, ErrorText][] = []
  const { document_id: documentId, signer_id: signerId } = input
  const document = context.documents.get(documentId)
  const { whole, person, unknownPerson } = context.nouns ?? {
    whole: 'process',
    person: 'signer_id',
    unknownPerson: errorText('processes.signerNotInProcess', { id: signerId }),
  }
  if (!document)
    errors.push([
      'document_id',
      errorText(whole === 'process' ? 'processes.documentNotInProcess' : 'processes.documentNotInTemplate', {
        id: documentId,
      }),
    ])
  const signer = context.signers.get(signerId)
  if (!signer) errors.push([person, unknownPerson])
  else if (!isSigning(signer))
    errors.push([person, errorText('processes.roleFillsNoFields', { role: signer.role })])
  if (document) errors.push(...findBoxErrors(input, document))
  return [...errors, ...findDefaultErrors(input)]
}

/** The errors of a field's own place, and under `layout` those of its further places. */
function findBoxErrors(input: PlacedField, document: Pick<DocumentRow, 'pages'>): [string, ErrorText][] {
  const errors = placeErrors(input, document)
  const page = document.pages[input.page - 1]
  if (!page) return errors
  const origin = inPoints(input, page)
  const widgets = layoutInPoints(input, page).widgets ?? []
  const widgetErrors = widgets.flatMap((widget) =>
    placeErrors({ page: widget.page, unit: 'pt', ...widgetBox(origin, widget) }, document),
  )
  return [...errors, ...widgetErrors.map(([, message]): [string, ErrorText] => ['layout', message])]
}

function placeErrors(
  input: Box & { page: number },
  { pages }: Pick<DocumentRow, 'pages'>,
): [string, ErrorText][] {
  const page = pages[input.page - 1]
  if (!page)
    return [['page', errorText('processes.pageDoesNotExist', { page: input.page, pages: pages.length })]]
  const { x, y, width, height } = inPoints(input, page)
  const errors: [string, ErrorText][] = []
  if (x < -EDGE_TOLERANCE_POINTS) errors.push(['x', errorText('processes.leftOfPage')])
  else if (x + width > page.width + EDGE_TOLERANCE_POINTS) {
    errors.push(['width', errorText('processes.beyondRightEdge', { width: roundPoints(page.width) })])
  }
  if (y < -EDGE_TOLERANCE_POINTS) errors.push(['y', errorText('processes.abovePage')])
  else if (y + height > page.height + EDGE_TOLERANCE_POINTS) {
    errors.push(['height', errorText('processes.belowBottomEdge', { height: roundPoints(page.height) })])
  }
  return errors
}

type Box = Pick<PlacedField, 'x' | 'y' | 'width' | 'height' | 'unit'>

/** A rectangle in points of a page. */
export function inPoints(input: Box, page: { width: number; height: number }) {
  const [unitX, unitY] = input.unit === 'percent' ? [page.width / 100, page.height / 100] : [1, 1]
  return {
    x: roundPoints(input.x * unitX),
    y: roundPoints(input.y * unitY),
    width: roundPoints(input.width * unitX),
    height: roundPoints(input.height * unitY),
  }
}

/** The layout with its widgets in points; their percent are those of the field's page. */
function layoutInPoints({ layout, unit }: PlacedField, page: { width: number; height: number }): FieldLayout {
  if (!layout.widgets) return layout
  const widgets = layout.widgets.map(({ page: number, option, dx, dy, ...size }) => {
    const { x, y, width, height } = inPoints({ x: dx, y: dy, ...size, unit }, page)
    return { page: number, dx: x, dy: y, width, height, ...(option !== undefined && { option }) }
  })
  return { ...layout, widgets }
}

function toNewField(input: PlacedField, context: FieldContext): NewField {
  const { pages } = context.documents.get(input.document_id)!
  return {
    documentId: input.document_id,
    signerId: input.signer_id,
    type: input.type,
    page: input.page,
    ...inPoints(input, pages[input.page - 1]!),
    required: input.required,
    label: input.label,
    placeholder: input.placeholder,
    value: toStoredPreset(input),
    options: input.options,
    readOnly: input.read_only,
    auto: input.auto,
    imported: input.imported,
    validation: input.validation,
    condition: input.condition,
    formula: input.formula,
    editable: input.editable,
    layout: layoutInPoints(input, pages[input.page - 1]!),
  }
}

/** The same for fields that are equal in every member: a field that is sent twice is added once. */
export function fieldKey(field: NewField): string {
  const { documentId, signerId, type, page, x, y, width, height } = field
  const { required, label, placeholder, value, options, readOnly, auto, imported, validation } = field
  const { condition, formula, editable, layout } = field
  // JSONB does not keep the order of members.
  const { align, comb, rotation, squares, font_size: size, color, widgets } = layout
  const layoutMembers = [
    ...[align, comb, rotation, squares, size, color],
    widgets?.map((place) => [place.page, place.dx, place.dy, place.width, place.height, place.option]),
  ]
  const rules = Object.entries(validation ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const box = [documentId, signerId, type, page, x, y, width, height]
  const members = [required, label, placeholder, value, options, readOnly, auto, imported]
  const conditionMembers = condition && [
    condition.field,
    condition.equals,
    condition.not_equals,
    condition.filled,
  ]
  return JSON.stringify([...box, ...members, rules, conditionMembers, formula, editable, layoutMembers])
}

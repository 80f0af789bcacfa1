import { isDeepStrictEqual } from 'node:util'
import type { FieldErrors } from '#lib/core/errors'
import type { DocumentRow } from '#lib/documents/present'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { PageGeometry } from '#lib/pdf/geometry'
import type { FileField, FileFields } from '#lib/pdf/import/file-field'
import type { FieldLayout } from '#lib/pdf/zones'
import type { ChangedField, FieldChanges } from '../fields/field-changes.ts'
import { isDayOfSigning, splitRules } from '../fields/field-rules.ts'
import { listImportErrors, toFieldInput } from '../fields/import.ts'
import { widgetBox } from '../fields/layout.ts'
import { fieldKey, type NewField, validateFields } from '../fields/zones.ts'
import type { FieldRow } from '../present.ts'

/** A replaced document and the new one: their pages, and what their files have to import. */
export interface ReplacedFile {
  replacedId: number
  documentId: number
  before: FileContent
  after: FileContent
}

interface FileContent {
  pages: DocumentRow['pages']
  found: FileFields
}

/** A field of a file as an import makes it; `key` is the same for its counterpart in another version of the file. */
interface FileEntry {
  key: string
  /** The same for fields of another type; null for a tag without a name. */
  nameKey: string | null
  role: string | null
  field: NewField
}

/** What the replacement does to the fields, and why it is refused. */
type Replacement = Omit<FieldChanges, 'result'> & { errors: ErrorText[] }

/** Places of this difference, in points, are the same. */
const TOLERANCE_POINTS = 0.01

/**
 * What becomes of the fields of a replaced document. Those that the sender placed stay, on the pages that there are;
 * on smaller pages they are moved and shortened to fit. Those imported from the file follow the new file: a field with
 * the same name and type gets what differs from the old file where the sender has not changed it, and a value that is
 * another in the new file always. One that the new file lacks is removed; if the sender changed it, it is an ordinary
 * one from then on, unless the new file has it with another type. Further fields of the new file are imported, as
 * sending removes all of them from the file; nobody gets those of a role for which no imported field tells the signer.
 */
export function planReplacedFields(stored: FieldRow[], file: ReplacedFile): Replacement {
  const imported = stored.filter((field) => field.imported)
  const errors: ErrorText[] = []
  const before = imported.length > 0 ? listEntries(file.before, file.replacedId, errors) : []
  const after = imported.length > 0 ? listEntries(file.after, file.documentId, errors) : []
  const sources = matchSources(imported, before)
  const afterByKey = new Map(after.map((entry) => [entry.key, entry]))
  const namesAfter = new Set(after.map(({ nameKey }) => nameKey))
  const rename = renamer(
    [...sources].map(([{ label }, { key }]) => [afterByKey.get(key)?.field.label, label]),
  )
  const renameBefore = renamer([...sources].map(([{ label }, { field }]) => [field.label, label]))
  const withNames = (field: NewField, names: (formula: string) => string): NewField => ({
    ...field,
    formula: field.formula && names(field.formula),
  })
  const kept: { before: FieldRow; field: NewField }[] = []
  const removedIds: number[] = []
  for (const row of stored) {
    const source = sources.get(row)
    const old = source && asImported(row, withNames(source.field, renameBefore))
    const counterpart = source && afterByKey.get(source.key)
    const hasOtherType = source && source.nameKey !== null && namesAfter.has(source.nameKey)
    const field =
      !old || counterpart || (isChanged(row, old) && !hasOtherType)
        ? old && counterpart
          ? follow(row, old, withNames(counterpart.field, rename))
          : { ...row, ...(old && { imported: false }) }
        : null
    const fitted = field && fitToPages({ ...field, documentId: file.documentId }, file.after.pages)
    if (fitted) kept.push({ before: row, field: fitted })
    else removedIds.push(row.id)
  }
  const oldKeys = new Set(before.map(({ key }) => key))
  const signerByRole = new Map([...sources].reverse().map(([{ signerId }, { role }]) => [role, signerId]))
  const added = after
    .filter(({ key }) => !oldKeys.has(key))
    .map(({ field, role }) => {
      const signerId = signerByRole.get(role)
      if (signerId === undefined && role !== null)
        errors.push(errorText('processes.noSignerForTagRole', { role }))
      return { ...withNames(field, rename), signerId: signerId ?? imported[0]!.signerId }
    })
  return { ...splitMoved(kept), added, removedIds, errors }
}

/** The fields of a file as an import makes them, without signers. Errors are added to `errors`. */
function listEntries({ pages, found }: FileContent, documentId: number, errors: ErrorText[]): FileEntry[] {
  errors.push(...listImportErrors(found))
  const context = {
    documents: new Map([[documentId, { pages }]]),
    signers: new Map([[0, { role: 'signer' as const }]]),
  }
  const counts = new Map<string, number>()
  return found.fields.flatMap((field) => {
    const {
      anchor: _anchor,
      document_index: _index,
      signer_index: _signer,
      ...input
    } = toFieldInput(field, 0, 0)
    const placed = { ...input, document_id: documentId, signer_id: 0, id: undefined }
    const fieldErrors: FieldErrors = {}
    const [newField] = validateFields(
      [{ ...placed, page: field.page, x: field.x, y: field.y }],
      context,
      fieldErrors,
    )
    errors.push(...Object.values(fieldErrors).flat())
    const { source, name, role } = field
    const nameKey = name === null ? null : JSON.stringify([source, name, role])
    return newField ? [{ key: numberedKey(field, counts), nameKey, role, field: newField }] : []
  })
}

/** Text tags may have no name, or share one: their counterparts are in the same order. */
function numberedKey({ source, name, type, role }: FileField, counts: Map<string, number>): string {
  const key = JSON.stringify([source, name, type, role])
  const count = counts.get(key) ?? 0
  counts.set(key, count + 1)
  return `${key} ${count}`
}

/** The entry that each imported field was made from: that at its place, else the next one with its label. */
function matchSources(imported: FieldRow[], entries: FileEntry[]): Map<FieldRow, FileEntry> {
  const remaining = new Set(entries)
  const sources = new Map<FieldRow, FileEntry>()
  const match = (isSource: (row: FieldRow, field: NewField) => boolean) => {
    for (const row of imported) {
      if (sources.has(row)) continue
      const entry = [...remaining].find(({ field }) => field.type === row.type && isSource(row, field))
      if (!entry) continue
      sources.set(row, entry)
      remaining.delete(entry)
    }
  }
  match((row, field) => row.page === field.page && isNear(row, field))
  match((row, field) => row.label === field.label)
  return sources
}

function isNear(a: Pick<NewField, 'x' | 'y'>, b: Pick<NewField, 'x' | 'y'>): boolean {
  return Math.abs(a.x - b.x) <= TOLERANCE_POINTS && Math.abs(a.y - b.y) <= TOLERANCE_POINTS
}

/** Renames the operands of formulas: labels may have been changed since the import. */
function renamer(labels: [string | null | undefined, string | null][]): (formula: string) => string {
  const names = new Map(labels)
  return (formula) =>
    formula.replace(/\{\{(.*?)\}\}/g, (operand, name: string) => {
      const label = names.get(name)
      return label ? `{{${label}}}` : operand
    })
}

/** A field of the old file as the import made it: dates had no bounds at first. */
function asImported(row: FieldRow, field: NewField): NewField {
  return isDayOfSigning(row) && !row.auto ? { ...field, validation: {} } : field
}

/** Whether the sender changed an imported field, other than for whom it is and its label. */
function isChanged(row: FieldRow, old: NewField): boolean {
  const { signerId, label } = row
  return fieldKey(row) !== fieldKey({ ...old, signerId, label })
}

/** An imported field as the new file has it, with what the sender changed since the old one. */
function follow(row: FieldRow, old: NewField, next: NewField): NewField {
  const pick = <T>(readMember: (field: NewField) => T): T =>
    readMember(isDeepStrictEqual(readMember(row), readMember(old)) ? next : row)
  const { options, widgets, squares } = pick(({ options, layout: { widgets, squares } }) => ({
    ...{ options, widgets, squares },
  }))
  const { page, x, y, width, height, rotation } = pick(
    ({ page, x, y, width, height, layout: { rotation } }) => ({
      ...{ page, x, y, width, height, rotation },
    }),
  )
  const layout: FieldLayout = {
    ...{ widgets, squares, rotation },
    align: pick((field) => field.layout.align),
    comb: pick((field) => field.layout.comb),
    font_size: pick((field) => field.layout.font_size),
    color: pick((field) => field.layout.color),
  }
  const maxLength = pick(({ validation }) => validation.max_length)
  const decimals = pick(({ validation }) => splitRules(validation).decimals)
  // An automatic or read-only date has no bounds.
  const { readOnly, auto, min_date, max_date } = pick(
    ({ readOnly, auto, validation: { min_date, max_date } }) => ({ readOnly, auto, min_date, max_date }),
  )
  return {
    ...row,
    ...{ page, x, y, width, height, options },
    required: pick((field) => field.required),
    placeholder: pick((field) => field.placeholder),
    readOnly,
    auto,
    formula: pick((field) => field.formula),
    editable: pick((field) => field.editable),
    value: next.value !== null && next.value !== old.value ? next.value : pick((field) => field.value),
    validation: withoutUndefined({
      ...row.validation,
      min_date,
      max_date,
      max_length: maxLength,
      ...decimals,
    }),
    layout: withoutUndefined(layout),
  }
}

function withoutUndefined<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}

/** A field inside its pages; null if one of its places is on a missing page: it loses none of them. */
function fitToPages(field: NewField, pages: PageGeometry[]): NewField | null {
  const page = pages[field.page - 1]
  if (!page) return null
  const box = fitToPage(field, page)
  const widgets = []
  for (const widget of field.layout.widgets ?? []) {
    const pageOfWidget = pages[widget.page - 1]
    if (!pageOfWidget) return null
    const { x, y, ...size } = fitToPage(widgetBox(field, widget), pageOfWidget)
    widgets.push({ ...widget, ...size, dx: x - box.x, dy: y - box.y })
  }
  return { ...field, ...box, layout: { ...field.layout, ...(field.layout.widgets && { widgets }) } }
}

type Box = Pick<NewField, 'x' | 'y' | 'width' | 'height'>

function fitToPage({ x, y, width, height }: Box, page: { width: number; height: number }): Box {
  return {
    x: Math.max(0, Math.min(x, page.width - width)),
    y: Math.max(0, Math.min(y, page.height - height)),
    width: Math.min(width, page.width),
    height: Math.min(height, page.height),
  }
}

/** The fields that are only at another place of the new document, and those that are others. */
function splitMoved(kept: { before: FieldRow; field: NewField }[]) {
  const moved: ChangedField[] = []
  const changed: ChangedField[] = []
  for (const { before, field } of kept) {
    const { page, x, y, width, height, documentId } = field
    const { widgets } = field.layout
    const layout = { ...before.layout, ...(widgets && { widgets }) }
    const isMoved = fieldKey({ ...before, page, x, y, width, height, documentId, layout }) === fieldKey(field)
    const list = isMoved ? moved : changed
    list.push({ id: before.id, field })
  }
  return { moved, changed }
}

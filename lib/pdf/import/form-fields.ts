import { type PDF, PdfArray, PdfName, PdfNumber, type PdfObject } from '@libpdf/core'
import { cleanLine, cleanText } from '#lib/core/text/clean'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { asDict, findInheritedEntry, hasValue, resolver } from '../check/inspect.ts'
import { decodeTextString } from '../fields/choices.ts'
import { parseFieldName } from '../fields/fields.ts'
import { fieldFlags } from '../fields/flags.ts'
import type { SignatureLock } from '../fields/locks.ts'
import { showsOwnValue } from '../fields/value-format.ts'
import { shownName } from '../file/exact-names.ts'
import { type PageGeometry, roundPoints, type ZoneBox } from '../geometry.ts'
import { alignments, type FieldLayout, type FieldType, type FieldWidget } from '../zones.ts'
import { type Buttons, boxAround, findSharedOption, readButtons } from './buttons.ts'
import { addFormulas, findDependent } from './calculations.ts'
import {
  type FileField,
  type FileFieldProblem,
  type FileFields,
  maxOptionLength,
  maxOptions,
} from './file-field.ts'
import { findLostExportValues, lookOfButtons, lookOfText } from './look.ts'
import { isNumberValue, type ReadField } from './read-field.ts'
import {
  type FieldScripts,
  findScriptProblems,
  isNumberField,
  readFormattedNumber,
  readScripts,
} from './scripts.ts'
import { fieldValue, readChoice, readValue, splitByValue, type Widgets } from './values.ts'
import { findWidgets, isBarcode, isRadioField, type UnseenField, type Widget } from './widgets.ts'

/** Signers enter no longer texts. */
const maxTextLength = 2000
/** A form field that is not imported. */
interface RefusedField {
  widgets: Widgets
  message: ErrorText
}

interface ReadOptions {
  /** What the signatures of a certified file lock: none of it is imported. */
  locks?: readonly SignatureLock[]
  /** Whether read-only fields without a value count. */
  withEmpty?: boolean
}

interface ReadForm {
  fields: ReadField[]
  refused: RefusedField[]
  unseen: UnseenField[]
}

/**
 * The fields of the AcroForm that have a widget on a page, in tab order. Push buttons, signatures that are given, and
 * read-only fields without a value are no fields to fill in here: they are problems, and so is whatever of a field is
 * not kept.
 * @param locks what the signatures of a certified file lock: such fields are problems, and those of an earlier process
 * here are parts of its signatures
 */
export function readFormFields(
  pdf: PDF,
  pages: readonly PageGeometry[],
  locks: readonly SignatureLock[] = [],
): FileFields {
  const isForeign = ({ name }: { name: string }) => locks.length === 0 || parseFieldName(name) === null
  const found = findWidgets(pdf, pages)
  const { fields, refused, unseen } = readForm(
    pdf,
    { widgets: found.widgets.filter(isForeign), unseen: found.unseen.filter(isForeign) },
    { locks },
  )
  const toProblem = ({ widgets: [{ page, name }] }: RefusedField | ReadField, reason: ErrorText) => ({
    ...{ source: 'form' as const, page: page.number, text: name, reason },
  })
  const problems: FileFieldProblem[] = [
    ...refused.map((field) => toProblem(field, field.message)),
    ...unseen.map(({ page, name, message }) => ({
      source: 'form' as const,
      page: page?.number ?? 1,
      text: name,
      reason: message,
    })),
    ...fields.flatMap((field) => field.lost.map((reason) => toProblem(field, reason))),
    ...findXfaProblems(pdf, fields),
  ]
  const distinct = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return { fields: fields.map(({ field }) => field), problems: [...distinct.values()] }
}

/** The fields that `readFormFields` returns, with their widgets, which are removed when the fields are imported. */
export function importedFields(pdf: PDF, pages: readonly PageGeometry[]): ReadField[] {
  return readForm(pdf, findWidgets(pdf, pages)).fields
}

/** The fields that may have been imported: also read-only ones that lost their value since. */
export function fillableFields(pdf: PDF, pages: readonly PageGeometry[]): ReadField[] {
  return readForm(pdf, findWidgets(pdf, pages), { withEmpty: true }).fields
}

function readForm(
  pdf: PDF,
  { widgets, unseen }: ReturnType<typeof findWidgets>,
  { locks = [], withEmpty = false }: ReadOptions = {},
): ReadForm {
  const fields: ReadField[] = []
  const refused: RefusedField[] = []
  // Fields of one name are one field (ISO 32000-2, 12.7.4.2).
  const groups = [...Map.groupBy(widgets, (widget) => getIdentity(pdf, widget)).values()] as Widgets[]
  for (const widgetsOfField of groups.flatMap((group) => splitByValue(pdf, group))) {
    const field = readField(pdf, widgetsOfField, withEmpty)
    if ('message' in field) refused.push(field)
    else fields.push(field)
  }
  const others = assignUnseen(pdf, fields, refused, unseen)
  const obstacles = new Map(
    fields.flatMap((field) => {
      const message = findObstacle(pdf, field, locks)
      return message ? [[field, message]] : []
    }),
  )
  const shown = [...obstacles.keys()].filter((field) => isConstant(pdf, field, locks))
  // Of several of one name nobody knows which is meant.
  const namesakes = [...Map.groupBy(shown, ({ field }) => field.name).values()]
  const constants = new Set(namesakes.flatMap((several) => (several.length === 1 ? several : [])))
  const missing = [...obstacles.keys()].filter((field) => !constants.has(field))
  for (const [field, name] of findDependent(fields, { missing, constants }))
    if (!obstacles.has(field)) obstacles.set(field, errorText('import.operandNotImported', { name }))
  for (const [{ widgets }, message] of obstacles) refused.push({ widgets, message })
  const fillable = fields.filter((field) => !obstacles.has(field))
  addFormulas(fillable, [...constants])
  return { fields: fillable, refused, unseen: others }
}

/**
 * Why a field of a certified file is not imported, so that signers see it as it is drawn: a signature locks it, they could
 * not read its bar code, or would read its value where a drawing that somebody has signed, after the author, shows another.
 */
function findObstacle(pdf: PDF, field: ReadField, locks: readonly SignatureLock[]): ErrorText | null {
  const lock = locks.find(({ isLocked }) => isLocked(field.widgets[0].name))
  if (lock) return errorText('import.lockedField', { signature: cleanLine(lock.signature) })
  if (locks.length > 0 && hasBarcode(pdf, field)) return errorText('import.barcode')
  // The certification is the first signature.
  const isSignedByOthers = locks.filter(({ isTimeStamp }) => !isTimeStamp).length > 1
  return isSignedByOthers && !showsOwnValue(pdf, field) ? errorText('import.valueNotShown') : null
}

/** Whether a signature locks a field that shows a number: formulas have it, as nobody can change it any more. */
function isConstant(pdf: PDF, readField: ReadField, locks: readonly SignatureLock[]): boolean {
  const { field, scripts, widgets } = readField
  const isNumber =
    ['text', 'number'].includes(field.type) && field.value !== null && isNumberValue(field.value)
  const isLocked = locks.some((lock) => lock.isLocked(widgets[0].name))
  const isSeen = !hasBarcode(pdf, readField) && showsOwnValue(pdf, readField)
  return isNumber && scripts.C === undefined && isLocked && isSeen
}

/** Whether a place of the field is a bar code. */
export function hasBarcode(pdf: PDF, { widgets, unseen }: ReadField): boolean {
  return [...widgets, ...unseen].some(({ dict }) => isBarcode(pdf, dict))
}

/**
 * Adds parts that people do not see to their fields: by the dictionary, else to the only field of the name, whose value
 * they have too. Returns the others.
 */
function assignUnseen(
  pdf: PDF,
  fields: readonly ReadField[],
  refused: readonly RefusedField[],
  unseen: readonly UnseenField[],
): UnseenField[] {
  const byIdentity = Map.groupBy([...fields, ...refused], ({ widgets }) => getIdentity(pdf, widgets[0]))
  const others = unseen.filter((part) => {
    const isListed = part.message.key !== 'import.fieldNotInForm'
    const namesakes = (isListed && byIdentity.get(getIdentity(pdf, part))) || []
    const ofDictionary = namesakes.find(({ widgets }) => widgets.some(({ field }) => field === part.field))
    const target = ofDictionary ?? (namesakes.length === 1 ? namesakes[0] : undefined)
    if (!target || 'message' in target) return true
    target.unseen.push(part)
    return false
  })
  for (const { unseen: parts, lost } of fields)
    if (parts.length > 0) lost.push(errorText('import.hiddenPlaceNotImported'))
  return others
}

/** What widgets of one field have in common; fields without a name are apart. */
function getIdentity(pdf: PDF, { dict, field, name }: Pick<Widget, 'dict' | 'field' | 'name'>): unknown {
  const type = findInheritedEntry(dict, 'FT', resolver(pdf))
  if (name === '') return field
  return `${type instanceof PdfName ? type.value : ''} ${isRadioField(pdf, field)} ${name}`
}

/** The field of widgets; a sentence when it cannot be imported. */
function readField(pdf: PDF, widgets: Widgets, withEmpty: boolean): ReadField | RefusedField {
  const resolve = resolver(pdf)
  const [{ dict, page, name, rotation, x, y, width, height }] = widgets
  const entry = (key: string) => findInheritedEntry(dict, key, resolve)
  const refuse = (message: ErrorText): RefusedField => ({ widgets, message })
  const flags = readNumber(entry('Ff')) ?? 0
  const scripts = readScripts(pdf, dict)
  const givenValue = fieldValue(pdf, widgets)
  const kind = detectKind(entry('FT'), flags, givenValue)
  if ('problem' in kind) return refuse(kind.problem)
  const choice = kind.type === 'dropdown' ? readChoice(pdf, dict, { flags, value: givenValue }) : null
  const buttons = kind.type === 'checkbox' ? readButtons(pdf, widgets) : null
  const error = choice?.error ?? (buttons?.type === 'radio' ? optionsError(buttons.options) : null)
  if (error) return refuse(error)
  const text = readValue(givenValue) || null
  const textValue = text && (readFormattedNumber(scripts, text) ?? text)
  const type =
    choice?.type ?? buttons?.type ?? (kind.type === 'text' ? textType(scripts, textValue) : kind.type)
  const value = buttons
    ? buttonsValue(buttons)
    : choice
      ? choice.value
      : kind.type === 'text'
        ? textValue
        : null
  const readOnly = (flags & fieldFlags.readOnly) !== 0
  const isCalculated = scripts.C !== undefined
  if (readOnly && value === null && !isCalculated && !withEmpty)
    return refuse(errorText('import.readOnlyWithoutValue'))
  const length = kind.type === 'text' ? readNumber(entry('MaxLen')) : null
  const maxLength =
    length !== null && Number.isInteger(length) && length >= 1 ? Math.min(length, maxTextLength) : null
  const isComb = (flags & fieldFlags.comb) !== 0 && (flags & fieldFlags.multiline) === 0 && maxLength !== null
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  const align = alignments[readNumber(entry('Q') ?? form?.get('Q', resolve)) ?? 0]
  const isText = kind.type === 'text' || kind.type === 'dropdown'
  const field: FileField = {
    source: 'form',
    name: cleanText(name),
    label: cleanLine(readTooltip(pdf, widgets[0]) ?? '') || cleanLine(name),
    type,
    page: page.number,
    ...roundedBox(buttons?.type === 'radio' ? boxAround(widgets) : { x, y, width, height }),
    role: null,
    required: (flags & fieldFlags.required) !== 0 || kind.type === 'signature',
    readOnly,
    auto: false,
    value,
    options: buttons?.type === 'radio' ? buttons.options : (choice?.options ?? []),
    placeholder: null,
    maxLength,
    editable: choice?.type === 'dropdown' && choice.editable,
    formula: null,
    layout: {},
  }
  const isRadio = isRadioField(pdf, widgets[0].field)
  const look = isText ? lookOfText(pdf, widgets[0]) : buttons ? lookOfButtons(pdf, widgets) : null
  field.layout = {
    ...look?.layout,
    ...(isText && align !== undefined && align !== 'left' && { align }),
    ...(isComb && kind.type === 'text' && { comb: true }),
    ...(rotation !== 0 && { rotation }),
    ...(buttons?.type === 'radio' && !isRadio && { squares: true }),
    ...toPlaces(field, widgets, buttons),
  }
  const lost = [
    ...listLost(pdf, { widgets, scripts, length, buttons }),
    ...(field.options.length > 0 && value === null ? findLostValue(pdf, givenValue) : []),
    ...(choice?.isCut ? [errorText('import.optionsCut', { max: maxOptionLength })] : []),
    ...findLostExportValues(pdf, type, widgets[0]),
    ...(look?.lost ?? []),
  ]
  return { widgets, unseen: [], field, scripts, lost }
}

/** The further places of the field, or its buttons. */
function toPlaces(
  { x, y }: FileField,
  widgets: readonly Widget[],
  buttons: Buttons | null,
): Pick<FieldLayout, 'widgets'> {
  const toPlace = (widget: Widget): FieldWidget => {
    const { x: left, y: top, width, height } = roundedBox(widget)
    return { page: widget.page.number, dx: roundPoints(left - x), dy: roundPoints(top - y), width, height }
  }
  if (buttons?.type === 'radio')
    return { widgets: buttons.buttons.map(({ widget, option }) => ({ ...toPlace(widget), option })) }
  return widgets.length > 1 ? { widgets: widgets.slice(1).map(toPlace) } : {}
}

/** As precise as fields are stored, and never without a size. */
function roundedBox({ x, y, width, height }: ZoneBox): ZoneBox {
  const size = (points: number) => Math.max(0.001, roundPoints(points))
  return { x: roundPoints(x), y: roundPoints(y), width: size(width), height: size(height) }
}

interface Found {
  widgets: readonly Widget[]
  scripts: FieldScripts
  length: number | null
  buttons: Buttons | null
}

/** What of a field is not kept, besides its calculation. */
function listLost(pdf: PDF, { widgets, scripts, length, buttons }: Found): ErrorText[] {
  const lost = findScriptProblems(scripts)
  if (length !== null && length > maxTextLength)
    lost.push(errorText('import.maxLengthReduced', { length, max: maxTextLength }))
  const shared = buttons?.type === 'radio' ? findSharedOption(pdf, widgets) : null
  if (shared !== null) lost.push(errorText('import.buttonsWithSameText', { option: shared }))
  if (widgets.some(({ rotation }) => rotation !== widgets[0]!.rotation))
    lost.push(errorText('import.rotationsDiffer'))
  return lost
}

/** The value of a list or radio field of which no option is selected. */
function findLostValue(pdf: PDF, given: PdfObject | undefined): ErrorText[] {
  const first = given instanceof PdfArray ? given.at(0, resolver(pdf)) : given
  const value =
    first instanceof PdfName && first.value !== 'Off' ? cleanLine(shownName(first.value)) : readValue(first)
  return value ? [errorText('import.valueNotAnOption', { value })] : []
}

function detectKind(
  formType: PdfObject | undefined,
  flags: number,
  value: PdfObject | undefined,
): { type: 'text' | 'dropdown' | 'checkbox' | 'signature' } | { problem: ErrorText } {
  switch (formType instanceof PdfName ? formType.value : '') {
    case 'Tx':
      if (flags & fieldFlags.password) return { problem: errorText('import.passwordField') }
      return { type: 'text' }
    case 'Ch':
      if (flags & fieldFlags.multiSelect) return { problem: errorText('import.multipleChoiceList') }
      return { type: 'dropdown' }
    case 'Btn':
      if (flags & fieldFlags.pushButton) return { problem: errorText('import.pushButton') }
      return { type: 'checkbox' }
    case 'Sig':
      return value ? { problem: errorText('import.signature') } : { type: 'signature' }
    default:
      return { problem: errorText('import.fieldWithoutType') }
  }
}

/** /TU, which is not inheritable (ISO 32000-2, table 226): of the widget, or of its field. */
function readTooltip(pdf: PDF, { dict, field }: Widget): string | null {
  const tooltip = [dict, field].find((node) => hasValue(node, 'TU', resolver(pdf)))
  return decodeTextString(tooltip?.get('TU', resolver(pdf)))
}

/** A number only where the value is one. */
function textType(scripts: FieldScripts, value: string | null): FieldType {
  return isNumberField(scripts) && isNumberValue(value) ? 'number' : 'text'
}

function buttonsValue(buttons: Buttons): string | null {
  if (buttons.type === 'radio') return buttons.value
  return buttons.isTicked ? 'true' : null
}

function optionsError(options: readonly string[]): ErrorText | null {
  return options.length < 2 || options.length > maxOptions
    ? errorText('import.radioNumberOfOptions', { count: options.length, max: maxOptions })
    : null
}

/** The scripts and formats of an XFA form are in a part of their own, which `prepareRevision` removes. */
function findXfaProblems(pdf: PDF, fields: readonly ReadField[]): FileFieldProblem[] {
  const resolve = resolver(pdf)
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  if (fields.length === 0 || !hasValue(form, 'XFA', resolve)) return []
  const message = errorText('import.xfaFormNotKept')
  return [{ source: 'form', page: 1, text: '', reason: message }]
}

function readNumber(object: PdfObject | undefined): number | null {
  return object instanceof PdfNumber ? object.value : null
}

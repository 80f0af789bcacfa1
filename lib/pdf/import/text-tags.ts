import { cleanLine, cleanText } from '#lib/core/text/clean'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { ZoneBox } from '../geometry.ts'
import { type FieldType, type FieldWidget, fieldTypes } from '../zones.ts'
import { type FileField, type FileFieldProblem, type FileFields, maxOptions } from './file-field.ts'
import { lineBoxes, type PageText } from './page-text.ts'

/** `{{name;type=signature;role=Client}}`; a longer text in braces is no tag. */
export const tagPattern = /\{\{([^{}]{1,1000})\}\}/g

/** Types of DocuSeal's tags that are called otherwise here, or are the nearest to theirs. */
const typeAliases = new Map<string, FieldType>([
  ['select', 'dropdown'],
  ['datenow', 'date'],
  ['phone', 'text'],
  ['cells', 'text'],
  ['image', 'attachment'],
  ['file', 'attachment'],
])
/** Types of DocuSeal's tags that there are no fields for. */
const skippedTypes = ['stamp', 'payment', 'multiple', 'verification', 'kba']

const keys = [
  'name',
  'type',
  'role',
  'required',
  'readonly',
  'default',
  'options',
  'option',
  'title',
  'placeholder',
  'width',
  'height',
] as const
type Key = (typeof keys)[number]
const keyAliases = new Map<string, Key>([['default_value', 'default']])
/** Keys of DocuSeal's tags whose fields do without them here. */
const ignoredKeys = [
  ...['format', 'description', 'mask', 'min', 'max', 'method', 'preferences'],
  ...['font', 'font_size', 'font_type', 'color', 'background', 'align', 'valign'],
]
/** Keys by which a field of DocuSeal may not be shown; here it is, so that nobody has to fill it in. */
const hidingKeys = ['condition', 'hidden']

/** The size in points of a field whose tag names none; the others are as large as their tag. */
const defaultSizes: Partial<Record<FieldType, { width: number; height: number }>> = {
  signature: { width: 160, height: 40 },
  initials: { width: 60, height: 30 },
  checkbox: { width: 14, height: 14 },
  attachment: { width: 170, height: 28 },
}
const minTextWidth = 40
const minTextHeight = 14
const optionHeight = 16

/** The text tags of the pages, as fields whose top left corner is that of their tag. */
export function readTagFields(texts: readonly PageText[]): FileFields {
  const fields: FileField[] = []
  const problems: FileFieldProblem[] = []
  const radios = new Map<string, FileField>()
  for (const pageText of texts) {
    for (const { match, lines } of findTags(pageText)) {
      const { page } = pageText
      const problem = { source: 'tag' as const, page: page.number, text: match[0].slice(0, 200) }
      const parsed = parseTag(cleanText(match[1]!))
      if ('key' in parsed) {
        problems.push({ ...problem, reason: parsed })
        continue
      }
      problems.push(...parsed.warnings.map((reason) => ({ ...problem, reason, warning: true as const })))
      const { field } = parsed
      if (!field) continue
      const box = computeBox(field, readingBox(lines[0]!, pageText), page)
      const { button, ...members } = field
      const place = { page: page.number, ...box }
      const key = JSON.stringify([field.name, field.role])
      const radio = button === null ? undefined : radios.get(key)
      if (radio) {
        const refusal = findButtonProblem(radio, button!)
        const differences = findDifferences(radio, field)
        if (refusal) problems.push({ ...problem, reason: refusal })
        else Object.assign(radio, addButton(radio, { ...place, option: button! }))
        if (!refusal && differences) problems.push({ ...problem, reason: differences, warning: true })
        continue
      }
      const added: FileField = { ...members, ...place }
      if (button !== null)
        radios.set(key, Object.assign(added, addButton(added, { ...place, option: button })))
      fields.push(added)
    }
  }
  return { fields, problems }
}

type RadioButton = ZoneBox & { option: string; page: number }

/** The members of a radio field with one more button. */
function addButton(
  { options, layout, x: left, y: top }: FileField,
  { option, page, x, y, width, height }: RadioButton,
): Pick<FileField, 'options' | 'layout'> {
  const widget: FieldWidget = { page, dx: x - left, dy: y - top, width, height, option }
  return { options: [...options, option], layout: { widgets: [...(layout.widgets ?? []), widget] } }
}

function findButtonProblem({ options }: FileField, option: string): ErrorText | null {
  if (options.includes(option)) return errorText('import.tagOptionTwice', { option })
  if (options.length < maxOptions) return null
  return errorText('import.tagTooManyOptions', { count: options.length + 1, max: maxOptions })
}

/** What a further button says about the whole field, where its first tag says otherwise. */
function findDifferences(radio: FileField, button: ParsedField): ErrorText | null {
  const differing = [
    ...(button.required === radio.required ? [] : ['required']),
    ...(button.readOnly === radio.readOnly ? [] : ['readonly']),
    ...(button.value === null || button.value === radio.value ? [] : ['default']),
  ]
  return differing.length > 0 ? errorText('import.tagKeysDiffer', { keys: differing.join(', ') }) : null
}

/** A field is upright: for a tag that reads sideways it has the length and height of its text, at the same corner. */
function readingBox(line: ZoneBox, { turns }: PageText): ZoneBox {
  return turns % 2 === 0 ? line : { ...line, width: line.height, height: line.width }
}

/** The lines of text that the tags of a page take up, to cover them; also those of tags with a problem. */
export function tagBoxes(pageText: PageText): ZoneBox[] {
  return findTags(pageText).flatMap(({ lines }) => lines)
}

/** The characters of the tags of a page, as places in its drawing order. */
export function tagCharacters(pageText: PageText): number[] {
  return findTags(pageText).flatMap(({ match }) =>
    pageText.characters
      .slice(match.index, match.index + match[0].length)
      .filter((character) => character !== null),
  )
}

function findTags(pageText: PageText): { match: RegExpExecArray; lines: ZoneBox[] }[] {
  return [...pageText.text.matchAll(tagPattern)].flatMap((match) => {
    const lines = lineBoxes(pageText, match.index, match.index + match[0].length)
    return lines.length > 0 ? [{ match, lines }] : []
  })
}

type ParsedField = Omit<FileField, 'page' | keyof ZoneBox> & {
  width: number | null
  height: number | null
  /** The option of a tag that is one button of a radio field. */
  button: string | null
}

/** The field of a tag; null for one that there is no field for. The warnings say what the field does without. */
interface ParsedTag {
  field: ParsedField | null
  warnings: ErrorText[]
}

/** What the content of a tag means; a sentence when it is not understood. Nothing is guessed. */
export function parseTag(content: string): ParsedTag | ErrorText {
  const entries = new Map<Key, string>()
  const warnings: ErrorText[] = []
  let mayBeHidden = false
  for (const [index, part] of content.split(';').entries()) {
    const [key, ...values] = part.split('=')
    const value = values.join('=').trim()
    if (index === 0 && values.length === 0) {
      entries.set('name', part.trim())
      continue
    }
    const written = key!.trim().toLowerCase()
    if (written === '' && values.length === 0) continue
    if (hidingKeys.includes(written) && value.toLowerCase() !== 'false') {
      warnings.push(errorText('import.tagKeyMadeOptional', { key: written }))
      mayBeHidden = true
      continue
    }
    if (ignoredKeys.includes(written) || hidingKeys.includes(written)) {
      warnings.push(errorText('import.tagKeyIgnored', { key: written }))
      continue
    }
    const name = keyAliases.get(written) ?? written
    if (!isKey(name)) return errorText('import.tagKeyUnknown', { key: name, keys: keys.join(', ') })
    if (entries.has(name)) return errorText('import.tagKeyTwice', { key: name })
    entries.set(name, value)
  }
  const [bareName] = content.split(';')
  const problem = bareName!.includes('=') || entries.has('type') ? null : findNameProblem(bareName!.trim())
  if (problem) return problem
  const type = entries.get('type')?.toLowerCase() ?? ''
  if (skippedTypes.includes(type))
    return { field: null, warnings: [errorText('import.tagTypeSkipped', { type })] }
  if (type === 'datenow' && entries.has('default')) {
    entries.delete('default')
    warnings.push(errorText('import.tagKeyIgnored', { key: 'default' }))
  }
  const given = entries.get('default') ?? ''
  if (type === 'number' && unclearNumber.test(given)) {
    entries.delete('default')
    const whole = given.replace('.', '')
    warnings.push(errorText('import.tagNumberUnclear', { value: given, whole, fraction: `${given}0` }))
  }
  if (type === 'cells') warnings.push(errorText('import.tagWithoutCells'))
  const field = parseField(entries)
  if ('key' in field) return field
  return { field: mayBeHidden ? { ...field, required: false } : field, warnings }
}

/** A thousand and more as people of many languages write it, or a number with three decimals. */
const unclearNumber = /^-?[1-9]\d{0,2}\.\d{3}$/

function isKey(name: string): name is Key {
  return keys.some((key) => key === name)
}

/** Marks of other dialects, such as `{{signature:1}}`, `{{s1|signature}}` and `{{#each}}`. */
const foreignMark = /[:|,]|^[^\p{L}\p{N}_]/u
/** Fields that are no text: a tag that is only their name may mean one of them. */
const typeWord =
  /^(date|checkbox|radio|dropdown|select|number|sign|sig|initial)s?[\s_-]*\d*$|\b(signatures?|initials)\d*\b/i

/** Why the bare text of a tag is not the name of a text field; null when it may be. */
function findNameProblem(name: string): ErrorText | null {
  if (!foreignMark.test(name) && !typeWord.test(name.replaceAll('_', ' '))) return null
  const type = fieldTypes.find((fieldType) => name.toLowerCase().includes(fieldType)) ?? 'text'
  const example = `{{${type === 'text' ? 'Name' : type};type=${type}}}`
  return errorText('import.tagNotUnderstood', { tag: name, example })
}

function parseField(entries: ReadonlyMap<Key, string>): ParsedField | ErrorText {
  const typeName = (entries.get('type') ?? 'text').toLowerCase()
  const type = typeAliases.get(typeName) ?? fieldTypes.find((fieldType) => fieldType === typeName)
  if (!type) return errorText('import.tagTypeUnknown', { type: typeName, types: fieldTypes.join(', ') })
  const flags = { required: entries.get('required') ?? 'true', readonly: entries.get('readonly') ?? 'false' }
  for (const [key, value] of Object.entries(flags))
    if (!/^(true|false)$/i.test(value)) return errorText('import.tagMustBeTrueOrFalse', { key })
  const [width, height] = [parseSize(entries.get('width')), parseSize(entries.get('height'))]
  if (Number.isNaN(width) || Number.isNaN(height)) return errorText('import.tagSizeNotPoints')
  const options = (entries.get('options') ?? '')
    .split(',')
    .map((option) => cleanLine(option))
    .filter(Boolean)
  const button = (type === 'radio' && options.length === 0 && cleanLine(entries.get('option') ?? '')) || null
  const hasOptions = (type === 'radio' && !button) || type === 'dropdown'
  if (hasOptions && options.length === 0) return errorText('import.tagNeedsOptions')
  if (hasOptions && options.length > maxOptions)
    return errorText('import.tagTooManyOptions', { count: options.length, max: maxOptions })
  const repeated = options.find((option, index) => options.indexOf(option) < index)
  if (hasOptions && repeated !== undefined) return errorText('import.tagOptionTwice', { option: repeated })
  const name = entries.get('name') ?? ''
  if (button && name === '') return errorText('import.tagOptionNeedsName')
  return {
    source: 'tag',
    name,
    label: cleanLine(entries.get('title') ?? '') || cleanLine(name),
    type,
    role: entries.get('role') || null,
    required: isTrue(flags.required),
    readOnly: isTrue(flags.readonly) && typeName !== 'datenow',
    auto: typeName === 'datenow',
    button,
    value: entries.get('default') || null,
    options: hasOptions ? options : [],
    placeholder: cleanLine(entries.get('placeholder') ?? '') || null,
    maxLength: null,
    editable: false,
    formula: null,
    layout: {},
    width,
    height,
  }
}

function isTrue(text: string): boolean {
  return text.toLowerCase() === 'true'
}

/** Points; null when absent, NaN when not a positive number. */
function parseSize(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  return /^\d{1,4}(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : Number.NaN
}

/** The size of the tag where it names none; moved so that it is on the page. */
function computeBox(
  { type, width, height, options, button }: ParsedField,
  line: ZoneBox,
  page: { width: number; height: number },
): ZoneBox {
  const size = defaultSizes[button ? 'checkbox' : type] ?? {
    width: Math.max(line.width, minTextWidth),
    height: type === 'radio' ? options.length * optionHeight : Math.max(line.height, minTextHeight),
  }
  const box = {
    width: Math.min(width ?? size.width, page.width),
    height: Math.min(height ?? size.height, page.height),
  }
  return {
    x: Math.min(Math.max(0, line.x), page.width - box.width),
    y: Math.min(Math.max(0, line.y), page.height - box.height),
    ...box,
  }
}

import { type ErrorText, errorText } from '#lib/messages/errors'
import type { ZoneBox } from '../geometry.ts'
import { type FieldType, fieldTypes } from '../zones.ts'
import { type FileField, type FileFieldProblem, type FileFields, maxOptions } from './file-field.ts'
import { lineBoxes, type PageText } from './page-text.ts'

/** `{{name;type=signature;role=Client}}`; a longer text in braces is no tag. */
const tagPattern = /\{\{([^{}]{1,1000})\}\}/g

/** Names of types in DocuSeal's tags that are called otherwise here. */
const typeAliases = new Map<string, FieldType>([['select', 'dropdown']])

const keys = [
  'name',
  'type',
  'role',
  'required',
  'readonly',
  'default',
  'options',
  'title',
  'placeholder',
  'width',
  'height',
] as const
type Key = (typeof keys)[number]

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
  for (const pageText of texts) {
    for (const { match, lines } of findTags(pageText)) {
      const { page } = pageText
      const parsed = parseTag(match[1]!)
      if ('key' in parsed)
        problems.push({ source: 'tag', page: page.number, text: match[0].slice(0, 200), reason: parsed })
      else
        fields.push({
          ...parsed,
          page: page.number,
          ...computeBox(parsed, readingBox(lines[0]!, pageText), page),
        })
    }
  }
  return { fields, problems }
}

/** A field is upright: for a tag that reads sideways it has the length and height of its text, at the same corner. */
function readingBox(line: ZoneBox, { turns }: PageText): ZoneBox {
  return turns % 2 === 0 ? line : { ...line, width: line.height, height: line.width }
}

/** The lines of text that the tags of a page take up, to cover them; also those of tags with a problem. */
export function tagBoxes(pageText: PageText): ZoneBox[] {
  return findTags(pageText).flatMap(({ lines }) => lines)
}

function findTags(pageText: PageText): { match: RegExpExecArray; lines: ZoneBox[] }[] {
  return [...pageText.text.matchAll(tagPattern)].flatMap((match) => {
    const lines = lineBoxes(pageText, match.index, match.index + match[0].length)
    return lines.length > 0 ? [{ match, lines }] : []
  })
}

type ParsedTag = Omit<FileField, 'page' | keyof ZoneBox> & { width: number | null; height: number | null }

/** The field of a tag's content; a sentence when the tag is not understood. Nothing is guessed. */
export function parseTag(content: string): ParsedTag | ErrorText {
  const entries = new Map<Key, string>()
  for (const [index, part] of content.split(';').entries()) {
    const [key, ...values] = part.split('=')
    const value = values.join('=').trim()
    if (index === 0 && values.length === 0) {
      entries.set('name', part.trim())
      continue
    }
    const name = key!.trim().toLowerCase()
    if (name === '' && values.length === 0) continue
    if (!isKey(name)) return errorText('import.tagKeyUnknown', { key: name, keys: keys.join(', ') })
    if (entries.has(name)) return errorText('import.tagKeyTwice', { key: name })
    entries.set(name, value)
  }
  const [bareName] = content.split(';')
  const problem = bareName!.includes('=') || entries.has('type') ? null : findNameProblem(bareName!.trim())
  return problem ?? parseField(entries)
}

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

function parseField(entries: ReadonlyMap<Key, string>): ParsedTag | ErrorText {
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
    .map((option) => option.trim())
    .filter(Boolean)
  const hasOptions = type === 'radio' || type === 'dropdown'
  if (hasOptions && options.length === 0) return errorText('import.tagNeedsOptions')
  if (hasOptions && options.length > maxOptions)
    return errorText('import.tagTooManyOptions', { count: options.length, max: maxOptions })
  const repeated = options.find((option, index) => options.indexOf(option) < index)
  if (hasOptions && repeated !== undefined) return errorText('import.tagOptionTwice', { option: repeated })
  const name = entries.get('name') ?? ''
  return {
    source: 'tag',
    name,
    label: entries.get('title') || name,
    type,
    role: entries.get('role') || null,
    required: isTrue(flags.required),
    readOnly: isTrue(flags.readonly),
    value: entries.get('default') || null,
    options: hasOptions ? options : [],
    placeholder: entries.get('placeholder') || null,
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
  { type, width, height, options }: ParsedTag,
  line: ZoneBox,
  page: { width: number; height: number },
): ZoneBox {
  const size = defaultSizes[type] ?? {
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

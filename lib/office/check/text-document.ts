import { cutText } from '#lib/core/text/characters'
import { findEmptyFormula } from '../fields/results.ts'
import { findFormulaWithoutText } from '../stored-texts.ts'
import { ContentCounter, type ContentFacts, TooMuchContent } from './content-limits.ts'
import { decodeXml, getAttribute, readTags, readXml, type Tag, XmlError } from './xml.ts'
import { Zip, ZipError } from './zip.ts'

export type TextDocumentType = 'docx' | 'odt' | 'html'

/** The text documents that are ZIP archives. */
type ArchiveType = Exclude<TextDocumentType, 'html'>

/**
 * The type of a text document that can be converted, or why it cannot. The message is for the person who uploaded it.
 */
type TextDocumentCheck =
  | ({ ok: true; type: ArchiveType } & ContentFacts)
  | { ok: false; reason: 'not_pdf' | 'corrupt' | 'linked_content' | 'too_large'; message: string }

/**
 * Checks a DOCX or ODT before another program opens it: nothing of it may be loaded from elsewhere, neither from the
 * network nor from a local file.
 */
export async function checkTextDocument(bytes: Uint8Array): Promise<TextDocumentCheck> {
  let type: ArchiveType | null = null
  try {
    const zip = new Zip(bytes)
    type = await detectType(zip)
    if (type) {
      await assertWhole(zip, type)
      const counter = new ContentCounter()
      if (await loadsContent(zip, type, counter)) return linkedContent()
      return { ok: true, type, ...counter.facts }
    }
  } catch (error) {
    if (error instanceof TooMuchContent) return { ok: false, reason: 'too_large', message: error.message }
    if (!(error instanceof ZipError || error instanceof XmlError)) throw error
    const message =
      'This file is damaged or protected, or a part of it is written in a way that cannot be checked. Save it again without a password, or export it to PDF.'
    if (type) return { ok: false, reason: 'corrupt', message }
  }
  const message = 'This is neither a PDF nor a file that can be converted to PDF, or it is damaged.'
  return { ok: false, reason: 'not_pdf', message }
}

/** Of the document in messages. */
const MAX_QUOTE_LENGTH = 200

/**
 * Checks a text document as `checkTextDocument` does, and that no formula in it is left to compute: LibreOffice would do
 * so in the language of the tenant, and leave out those outside tables.
 */
export async function checkConvertible(
  bytes: Uint8Array,
): Promise<TextDocumentCheck | { ok: false; reason: 'not_convertible'; message: string }> {
  const checked = await checkTextDocument(bytes)
  if (!checked.ok) return checked
  const isDocx = checked.type === 'docx'
  const formula = await (isDocx ? findEmptyFormula : findFormulaWithoutText)(bytes)
  if (formula === null) return checked
  const message = `The formula “${cutText(formula, MAX_QUOTE_LENGTH)}” of this document has no result. Open it in ${isDocx ? 'Word' : 'LibreOffice'}, update its fields, save it and upload it again, or export it to PDF.`
  return { ok: false, reason: 'not_convertible', message }
}

/** Documents in documents in documents: LibreOffice opens them too. */
const MAX_PACKAGE_DEPTH = 3
const localHeader = Buffer.from('PK\x03\x04', 'latin1')

/** Of embedded objects only packages are read; those of other formats load nothing, as LibreOffice has no network. */
async function loadsContent(
  zip: Zip,
  type: ArchiveType,
  counter: ContentCounter,
  depth = 1,
): Promise<boolean> {
  const partNames = new Map(zip.names.map((name) => [name.toLowerCase(), name]))
  for (const name of zip.names) {
    const content = (await zip.content(name))!
    if (content.subarray(0, localHeader.length).equals(localHeader)) {
      const embedded = new Zip(content)
      const embeddedType = embedded.names.includes('mimetype') ? 'odt' : 'docx'
      if (depth === MAX_PACKAGE_DEPTH || (await loadsContent(embedded, embeddedType, counter, depth + 1)))
        return true
      continue
    }
    // OpenOffice and older versions of LibreOffice write an empty `Configurations2/accelerator/current.xml`.
    if (content.length === 0) continue
    const xml = decodeXml(content)
    // Whether a file is XML depends on what it contains: its name may be another.
    if (!/\.(xml|rels)$/i.test(name) && !/^\ufeff?\s*</.test(xml)) continue
    if (type === 'odt' ? loadsAddress(xml, counter) : await linksInDocx(zip, name, xml, partNames, counter))
      return true
  }
  return false
}

async function detectType(zip: Zip): Promise<ArchiveType | null> {
  const mimeType = await zip.text('mimetype')
  if (mimeType) return mimeType.trim() === 'application/vnd.oasis.opendocument.text' ? 'odt' : null
  const contentTypes = await zip.text('[Content_Types].xml')
  return contentTypes?.includes('wordprocessingml.document.main+xml') ? 'docx' : null
}

/** LibreOffice would make an empty page of a document whose text is missing. @throws ZipError or XmlError */
async function assertWhole(zip: Zip, type: ArchiveType): Promise<void> {
  const xml = await zip.text(type === 'odt' ? 'content.xml' : await findMainPart(zip))
  const root = type === 'odt' ? 'document-content' : 'document'
  if (!xml || readXml(xml, {}) !== root) throw new ZipError('The text is missing.')
}

async function findMainPart(zip: Zip): Promise<string> {
  const override = readTags((await zip.text('[Content_Types].xml'))!).find((tag) =>
    getAttribute(tag, 'ContentType').endsWith('wordprocessingml.document.main+xml'),
  )
  const name = override && getAttribute(override, 'PartName')
  return name?.startsWith('/') ? name.slice(1) : 'word/document.xml'
}

/** A hyperlink loads nothing, and the name of a template is only a property. */
const harmlessRelationship = /\/(hyperlink|attachedTemplate)$/
const includingFields = /INCLUDETEXT|INCLUDEPICTURE/i
/** Short names, which the addresses of hyperlinks, names of other fields and other texts may contain. */
const linkingField = /^\s*(DDE|DDEAUTO|IMPORT)\b/i

async function linksInDocx(
  zip: Zip,
  name: string,
  xml: string,
  partNames: Map<string, string>,
  counter: ContentCounter,
): Promise<boolean> {
  if (/\.rels$/i.test(name)) return readTags(xml).some(isLinkingRelationship)
  const mayBeSvg = !/\.xml$/i.test(name)
  const externalIds = await findExternalIds(zip, name, partNames)
  // A field may be split into several parts, with other fields between them. The first text is of none.
  const instructions = ['']
  const openFields = [0]
  let isLinking = false
  readXml(xml, {
    onTag(tag) {
      counter.begin(tag.name)
      for (const { name, value } of tag.attributes) if (name === 'instr') instructions.push(value)
      if (tag.name === 'fldChar') {
        const type = getAttribute(tag, 'fldCharType')
        if (type === 'begin') openFields.push(instructions.push('') - 1)
        if (type === 'end' && openFields.length > 1) openFields.pop()
      }
      const isFollowedOnly = followingElements.includes(tag.name)
      isLinking ||= !isFollowedOnly && tag.attributes.some(({ value }) => externalIds.has(value))
      isLinking ||= mayBeSvg && isLoading(tag)
    },
    onText(text, element) {
      if (element === 'instrText') instructions[openFields.at(-1)!] += text
    },
    onEnd: (element) => counter.end(element),
  })
  return (
    isLinking ||
    includingFields.test(instructions.join('')) ||
    instructions.some((instruction) => linkingField.test(instruction))
  )
}

/** Elements whose address is only followed by a reader, or only names a template. */
const followingElements = ['hyperlink', 'hlinkClick', 'hlinkHover', 'hlinkMouseOver', 'attachedTemplate']

/** The ids of relationships of a part that lead out of the archive: an element may use one against its type. */
async function findExternalIds(zip: Zip, part: string, partNames: Map<string, string>): Promise<Set<string>> {
  const fileStart = part.lastIndexOf('/') + 1
  const path = `${part.slice(0, fileStart)}_rels/${part.slice(fileStart)}.rels`
  const name = partNames.get(path.toLowerCase())
  const tags = name === undefined ? [] : readTags((await zip.text(name))!)
  const external = tags.filter((tag) => isExternal(tag) || address.test(getAttribute(tag, 'Target')))
  return new Set(external.map((tag) => getAttribute(tag, 'Id')).filter(Boolean))
}

function isExternal(relationship: Tag): boolean {
  return /^\s*External/i.test(getAttribute(relationship, 'TargetMode'))
}

function isLinkingRelationship(tag: Tag): boolean {
  if (tag.name !== 'Relationship') return false
  // Relationships have no attributes with a prefix: one could hide another of the same name.
  if (tag.attributes.some(({ hasPrefix }) => hasPrefix)) return true
  const type = getAttribute(tag, 'Type')
  if (harmlessRelationship.test(type)) return false
  return isExternal(tag) || /\/aFChunk$/i.test(type) || address.test(getAttribute(tag, 'Target'))
}

const address = /^\s*([a-z][a-z\d+.-]*:|\/\/|\\)/i
/** The same in ODT and SVG: links, those in image maps and of buttons. */
const followingOdtElements = /^(a|template|area-(rectangle|circle|polygon)|button)$/
/** The attributes that load what they name: images, and those of forms. */
const loadingAttributes = ['href', 'src', 'image-data']
/** An address, or a path that leads out of the archive. */
const outside = /^\s*([a-z][a-z\d+.-]*:|\/|\\|\.\.)/i
/** A PNG, JPEG or GIF in the address, by its first bytes: whatever its type says, another one may be an SVG that loads. */
const embeddedPicture = /^\s*data:image\/[a-z]+;base64,\s*(iVBORw0KGgo|\/9j\/|R0lGOD)/

function loadsAddress(xml: string, counter: ContentCounter): boolean {
  let isLinking = false
  readXml(xml, {
    onTag(tag) {
      counter.begin(tag.name)
      isLinking ||= isLoading(tag)
    },
    onEnd: (element) => counter.end(element),
  })
  return isLinking
}

function isLoading({ name, attributes }: Tag): boolean {
  if (name === 'section-source' || name.startsWith('dde-')) return true
  const isFollowedOnly = followingOdtElements.test(name)
  return attributes.some(
    ({ name: attribute, value }) =>
      loadingAttributes.includes(attribute) &&
      !(isFollowedOnly && attribute === 'href') &&
      outside.test(value) &&
      !embeddedPicture.test(value),
  )
}

function linkedContent(): TextDocumentCheck {
  const message =
    'This document loads content from elsewhere, such as a linked image. Embed it, or export the document to PDF.'
  return { ok: false, reason: 'linked_content', message }
}

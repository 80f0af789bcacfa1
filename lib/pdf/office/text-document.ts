import { attributeOf, plainXml, type Tag, tagsOf, withoutReferences, XmlError } from './xml.ts'
import { Zip, ZipError } from './zip.ts'

export type TextDocumentType = 'docx' | 'odt' | 'html'

/** The text documents that are ZIP archives. */
type ArchiveType = Exclude<TextDocumentType, 'html'>

/** The type of a text document that can be converted, or why it cannot. The message is for the person who uploaded it. */
export type TextDocumentCheck =
  | { ok: true; type: ArchiveType }
  | { ok: false; reason: 'not_pdf' | 'corrupt' | 'linked_content'; message: string }

/**
 * Checks a DOCX or ODT before another program opens it: nothing of it may be loaded from elsewhere, neither from the
 * network nor from a local file.
 */
export async function checkTextDocument(bytes: Uint8Array): Promise<TextDocumentCheck> {
  let type: ArchiveType | null = null
  try {
    const zip = new Zip(bytes)
    type = await typeOf(zip)
    if (type) {
      await assertWhole(zip, type)
      return (await loadsContent(zip, type)) ? linkedContent() : { ok: true, type }
    }
  } catch (error) {
    if (!(error instanceof ZipError || error instanceof XmlError)) throw error
    const message =
      'This file is damaged or protected. Save it again without a password, or export it to PDF.'
    if (type) return { ok: false, reason: 'corrupt', message }
  }
  const message = 'This is neither a PDF nor a file that can be converted to PDF, or it is damaged.'
  return { ok: false, reason: 'not_pdf', message }
}

/** Documents in documents in documents: LibreOffice opens them too. */
const MAX_PACKAGE_DEPTH = 3
const localHeader = Buffer.from('PK\x03\x04', 'latin1')

/** Of embedded objects only packages are read; those of other formats load nothing, as LibreOffice has no network. */
async function loadsContent(zip: Zip, type: ArchiveType, depth = 1): Promise<boolean> {
  for (const name of zip.names) {
    const content = (await zip.content(name))!
    if (content.subarray(0, localHeader.length).equals(localHeader)) {
      const embedded = new Zip(content)
      const embeddedType = embedded.names.includes('mimetype') ? 'odt' : 'docx'
      if (depth === MAX_PACKAGE_DEPTH || (await loadsContent(embedded, embeddedType, depth + 1))) return true
      continue
    }
    const text = content.toString()
    // Whether a file is XML depends on what it contains: its name may be another.
    if (!/\.(xml|rels)$/i.test(name) && !/^\ufeff?\s*</.test(text)) continue
    const xml = plainXml(text)
    const isLinking = type === 'docx' ? await linksInDocx(zip, name, xml) : loadsAddress(xml)
    if (isLinking) return true
  }
  return false
}

async function typeOf(zip: Zip): Promise<ArchiveType | null> {
  const mimeType = await zip.text('mimetype')
  if (mimeType) return mimeType.trim() === 'application/vnd.oasis.opendocument.text' ? 'odt' : null
  const contentTypes = await zip.text('[Content_Types].xml')
  return contentTypes?.includes('wordprocessingml.document.main+xml') ? 'docx' : null
}

/** LibreOffice would make an empty page of a document whose text is missing. @throws ZipError */
async function assertWhole(zip: Zip, type: ArchiveType): Promise<void> {
  const contentTypes = (await zip.text('[Content_Types].xml')) ?? ''
  const mainPart = /PartName="\/([^"]+)"\s+ContentType="[^"]*wordprocessingml\.document\.main\+xml"/.exec(
    contentTypes,
  )
  const xml = await zip.text(type === 'odt' ? 'content.xml' : (mainPart?.[1] ?? 'word/document.xml'))
  if (!xml || !/<\/([\w.-]+:)?document(-content)?>\s*$/.test(xml)) throw new ZipError('The text is missing.')
}

/** A hyperlink loads nothing, and the name of a template is only a property. */
const harmlessRelationship = /\/(hyperlink|attachedTemplate)$/
const includingFields = /INCLUDETEXT|INCLUDEPICTURE/i
/** Short names, which the addresses of hyperlinks and other texts may contain. */
const linkingFields = /\b(DDE|DDEAUTO|IMPORT)\b/i

async function linksInDocx(zip: Zip, name: string, xml: string): Promise<boolean> {
  if (/\.rels$/i.test(name)) return someTag(xml, isLinkingRelationship)
  const mayBeSvg = !/\.xml$/i.test(name)
  if (mayBeSvg && loadsAddress(xml)) return true
  const externalIds = await externalIdsOf(zip, name)
  // A field may be split into several parts.
  const instructions = [...xml.matchAll(/instrText\b[^>]*>([^<]*)/g)].map(([, text]) =>
    withoutReferences(text!),
  )
  for (const tag of tagsOf(xml)) {
    for (const { name, value } of tag.attributes) if (name === 'instr') instructions.push(value)
    const isFollowedOnly = followingElements.includes(tag.name)
    if (!isFollowedOnly && tag.attributes.some(({ value }) => externalIds.has(value))) return true
  }
  const text = instructions.join('')
  return includingFields.test(text) || linkingFields.test(text.replaceAll(/"[^"]*"/g, ''))
}

/** Elements whose address is only followed by a reader, or only names a template. */
const followingElements = ['hyperlink', 'hlinkClick', 'hlinkHover', 'hlinkMouseOver', 'attachedTemplate']

/** The ids of relationships of a part that lead out of the archive: an element may use one against its type. */
async function externalIdsOf(zip: Zip, part: string): Promise<Set<string>> {
  const [, folder = '', file = ''] = /^(.*\/)?([^/]+)$/.exec(part) ?? []
  const path = `${folder}_rels/${file}.rels`.toLowerCase()
  const name = zip.names.find((candidate) => candidate.toLowerCase() === path)
  const tags = name === undefined ? [] : [...tagsOf(plainXml((await zip.text(name))!))]
  const external = tags.filter((tag) => isExternal(tag) || address.test(attributeOf(tag, 'Target')))
  return new Set(external.map((tag) => attributeOf(tag, 'Id')).filter(Boolean))
}

function isExternal(relationship: Tag): boolean {
  return /^\s*External/i.test(attributeOf(relationship, 'TargetMode'))
}

function someTag(xml: string, isWanted: (tag: Tag) => boolean): boolean {
  for (const tag of tagsOf(xml)) if (isWanted(tag)) return true
  return false
}

function isLinkingRelationship(tag: Tag): boolean {
  if (tag.name !== 'Relationship') return false
  // Relationships have no attributes with a prefix: one could hide another of the same name.
  if (tag.attributes.some(({ hasPrefix }) => hasPrefix)) return true
  const type = attributeOf(tag, 'Type')
  if (harmlessRelationship.test(type)) return false
  return isExternal(tag) || /\/aFChunk$/i.test(type) || address.test(attributeOf(tag, 'Target'))
}

const address = /^\s*([a-z][a-z\d+.-]*:|\/\/|\\)/i
/** The same in ODT and SVG. */
const harmlessElements = ['a', 'template']
/** The attributes that load what they name: images, and those of forms. */
const loadingAttributes = ['href', 'src', 'image-data']
/** An address, or a path that leads out of the archive. */
const outside = /^\s*([a-z][a-z\d+.-]*:|\/|\\|\.\.)/i

function loadsAddress(xml: string): boolean {
  return someTag(xml, ({ name, attributes }) => {
    if (name === 'section-source' || name.startsWith('dde-')) return true
    const links = attributes.filter((attribute) => loadingAttributes.includes(attribute.name))
    return !harmlessElements.includes(name) && links.some(({ value }) => outside.test(value))
  })
}

function linkedContent(): TextDocumentCheck {
  const message =
    'This document loads content from elsewhere, such as a linked image. Embed it, or export the document to PDF.'
  return { ok: false, reason: 'linked_content', message }
}

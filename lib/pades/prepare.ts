import { type PDF, type PdfDict, PdfName } from '@libpdf/core'
import { sha256Hex } from '#lib/core/ids'
import { errorText } from '#lib/messages/errors'
import { inspect } from '#lib/pdf/check/inspect'
import { hasCaption } from '#lib/pdf/fields/appearance'
import { isButton, isOn } from '#lib/pdf/fields/buttons'
import { FieldMaker, type FieldPage, parseFieldName, topFields } from '#lib/pdf/fields/fields'
import { ensureAcroForm } from '#lib/pdf/fields/form'
import { makeLockable } from '#lib/pdf/fields/locks'
import { panelBox, writeFileZones } from '#lib/pdf/fields/panel'
import { appendSignaturePages } from '#lib/pdf/fields/signature-page'
import { dict } from '#lib/pdf/file/objects'
import { type PageGeometry, zoneToRect } from '#lib/pdf/geometry'
import { replaceFileFields } from '#lib/pdf/import/replace'
import { Structure } from '#lib/pdf/structure'
import { FontBook } from '#lib/pdf/text/fonts'
import { loadShaping } from '#lib/pdf/text/shaping'
import { repairXmp } from '#lib/pdf/xmp'
import type { EngineSigner, Zone } from '#lib/pdf/zones'
import { possibleCaptions } from './appearances.ts'
import { contentTest } from './changes/cover.ts'
import { toRevision } from './changes/timeline.ts'
import type { SigningIdentity } from './cms/identity.ts'
import { readCommonName } from './cms/names.ts'
import { PadesError } from './error.ts'
import { type FieldOwner, writeFieldOwners } from './field-owners.ts'
import {
  type BoundField,
  bindZones,
  fillFileFields,
  getFullName,
  listSharedFields,
  refuseUnshown,
} from './file-fields.ts'
import {
  type IncrementalFile,
  openForIncrement,
  reserveMissingObjects,
  saveIncrement,
  saveSigned,
} from './increment.ts'

/** Length of the tag in field names. */
const TAG_CHARACTERS = 6

/** Readers list each signature field as a signature of its own, with its own time stamp and confirmation. */
const MAX_PANELS_ON_PAGE = 10

/** Input of `prepareRevision`. */
export interface PrepareInput {
  /** The rectangles of all fields, of all signers. */
  zones: Zone[]
  /** All signers who will sign this file; each gets one signature field. */
  signers: EngineSigner[]
  /** The platform's identity, which certifies a file that was not signed before (DocMDP P=2). */
  certify: SigningIdentity
  /** The result of `checkPdf`. */
  pages: PageGeometry[]
  /** Time of the certification (/M). */
  at: Date
  /**
   * Which signers without a signature zone get one on an appended signature page: all (true, the default), those
   * with these ids, or none (false). The others get an invisible signature, as in all but the last document of a
   * process.
   */
  signaturePage?: boolean | readonly string[]
  /** Heading of an appended signature page. Default "Signatures". */
  heading?: string
  /** BCP 47 tag of the texts; in Japanese, Chinese characters have the Japanese forms. */
  language?: string
  /** Whether the zones replace the form fields and text tags of the file; not in a file that was signed before. */
  replaceFileFields?: boolean
  /**
   * Whether fields of a certified file that cannot be filled in truly are refused: those of one name with several signers,
   * which belong to none otherwise, and those of `refuseUnshown`.
   */
  refusesUnfitFields?: boolean
  /** Text printed large across every page, such as `TEST` in test mode; ignored for a file that was signed before. */
  stamp?: string
}

/** Result of `prepareRevision`. */
export interface PreparedRevision {
  bytes: Uint8Array
  addedPages: number
  /** All pages, including the appended ones. */
  pages: PageGeometry[]
  /** The signature zones on appended pages; `id` is `signature-page-` and the signer's id. */
  addedZones: Zone[]
}

/**
 * Makes the first revision of a process in one increment: the signature page for signers without a zone, the fields
 * of all zones, and the certification signature (ISO 32000-2, 12.8.2.2, P=2). A file that was signed before is not
 * certified and gets signature fields only, without a page, because readers report anything else as tampering with
 * the earlier signatures; signers without zones sign in invisible fields. One that its author has certified (P=2 or 3)
 * gets invisible ones only: its zones are its own form fields.
 *
 * The input bytes are a prefix of the result.
 * @throws PadesError `no_increment`, `certified` when a certification forbids it or a field is unfit, `bad_zone` when a zone has no
 * page or signer
 */
export async function prepareRevision(bytes: Uint8Array, input: PrepareInput): Promise<PreparedRevision> {
  const file = await openForIncrement(bytes)
  const { pdf } = file
  const { signed, certification: permission } = inspect(pdf)
  if (permission === 1) throw new PadesError('certified', errorText('failures.fileCertified'))
  const signedBefore = signed.length > 0
  const isCertified = permission !== null
  // After an earlier signature, objects defined as null would count as changes.
  reserveMissingObjects(file, { defineAsNull: !signedBefore })
  if (!signedBefore) repairXmp(pdf)
  if (input.replaceFileFields && !signedBefore) replaceFileFields(pdf, input.pages)
  await loadShaping(input.zones, input.signers, input.heading, input.stamp)
  const fonts = new FontBook(pdf, input.language)
  // After an earlier signature, readers report a change of the structure as tampering.
  const structure = signedBefore ? null : Structure.open(pdf)
  const signersWithoutZone = input.signers.filter(
    ({ id }) => maySignOnPage(input, id) && !input.zones.some((zone) => isSignatureOf(zone, id)),
  )
  const needsPage = signersWithoutZone.length > 0 && !signedBefore
  const appended = needsPage
    ? appendSignaturePages(
        pdf,
        fonts,
        signersWithoutZone,
        input.pages.at(-1),
        input.heading ?? 'Signatures',
        structure,
      )
    : { pages: [], zones: [] }
  const pages = [...toFieldPages(pdf, input.pages), ...appended.pages]
  const form = await ensureAcroForm(pdf, fonts, signedBefore)
  if (!signedBefore) fonts.keep(form, listCaptions([...input.zones, ...appended.zones], input.signers))
  const fieldMaker = new FieldMaker(pdf, fonts, form, findUnusedTag(pdf, bytes), structure)
  const [firstPage] = pages
  if (!firstPage) throw new PadesError('bad_zone', errorText('failures.fileHasNoPages'))
  const platform = readCommonName(input.certify.certificate)
  const certification = signedBefore ? null : fieldMaker.certification(firstPage, platform)
  const zones = [...input.zones, ...appended.zones].map((zone) => withLabel(zone, input.signers))
  checkZones(zones, pages, input.signers)
  const bound = isCertified ? bindZones(pdf, zones) : []
  const shared = listSharedFields(bound)
  if (input.refusesUnfitFields) {
    if (shared[0]) {
      const { name } = shared[0].source.field
      throw new PadesError('certified', errorText('failures.certifiedFieldOfSeveral', { name }))
    }
    refuseUnshown(pdf, bound)
  }
  fillFileFields(pdf, fonts, bound, listPresets(bound))
  const owners: FieldOwner[] = []
  const covers = panelCoverTest(pdf)
  for (const signer of input.signers) {
    const signerZones = zones.filter((zone) => zone.signer === signer.id)
    if (isCertified) owners.push(addOwner(fieldMaker, firstPage, bound, shared, signer))
    else if (signedBefore) addPanels(fieldMaker, pages, signerZones, signer, covers)
    else addFields(fieldMaker, pages, signerZones, signer)
  }
  const seal = fieldMaker.seal(firstPage, platform, { locks: !input.certify.stamp })
  if (isCertified) {
    writeFileZones(seal, zones)
    writeFieldOwners(seal, owners)
  }
  if (input.stamp && !signedBefore) for (const page of pages) fieldMaker.stamp(input.stamp, page)
  fieldMaker.write()
  if (!signedBefore) makeLockable(pdf)
  structure?.write()
  fonts.embed()
  const result = {
    addedPages: appended.pages.length,
    pages: pages.map(({ geometry }) => geometry),
    addedZones: appended.zones,
  }
  if (!certification) return { bytes: saveIncrement(file), ...result }
  return { bytes: await certify(file, certification, input), ...result }
}

/** @throws PadesError `bad_zone` for a zone of an unknown signer or page */
function checkZones(zones: Zone[], pages: FieldPage[], signers: EngineSigner[]): void {
  for (const { id, page, signer } of zones) {
    if (!signers.some((candidate) => candidate.id === signer)) {
      throw new PadesError('bad_zone', `Zone ${id} has an unknown signer: ${signer}.`)
    }
    if (!pages.some(({ geometry }) => geometry.number === page)) {
      throw new PadesError('bad_zone', `Zone ${id} is on page ${page}, which does not exist.`)
    }
  }
}

/** Every field has a label for screen readers (/TU; ISO 14289-1, 7.18.1): without one of its own, the signer's name. */
function withLabel(zone: Zone, signers: EngineSigner[]): Zone {
  const label = zone.label ?? zone.group ?? signers.find(({ id }) => id === zone.signer)?.name
  return { ...zone, ...(label !== undefined && { label }) }
}

/** Adds the signer's fields, then the signature field with a lock on all of them. */
function addFields(
  fieldMaker: FieldMaker,
  pages: FieldPage[],
  signerZones: Zone[],
  signer: EngineSigner,
): void {
  const getPage = (zone: Zone): FieldPage => pages.find(({ geometry }) => geometry.number === zone.page)!
  const signature = signerZones.find((zone) => isSignatureOf(zone, signer.id))
  const otherFields = groupByField(signerZones.filter((zone) => zone !== signature)).flatMap((group) =>
    fieldMaker.value(group, getPage),
  )
  if (signature) fieldMaker.signature(signature, getPage(signature), otherFields)
  else fieldMaker.hiddenSignature(signer, pages[0]!, otherFields)
}

/** Whether one rectangle over zones of a page lies over what the page shows. */
type PanelCovers = (zones: readonly Zone[], page: FieldPage) => boolean

function panelCoverTest(pdf: PDF): PanelCovers {
  const isOverContent = contentTest(pdf)
  return (zones, { geometry }) =>
    isOverContent(zoneToRect(geometry, panelBox(zones)), geometry, toRevision(pdf))
}

/** For a file that was signed before: signature fields over the zones of a page. */
function addPanels(
  fieldMaker: FieldMaker,
  pages: FieldPage[],
  signerZones: Zone[],
  signer: EngineSigner,
  covers: PanelCovers,
): void {
  for (const page of pages) {
    const zones = signerZones.filter((zone) => zone.page === page.geometry.number)
    const panels = groupByPanel(zones, (some) => covers(some, page))
    for (const [index, some] of panels.entries()) fieldMaker.panel(some, page, index + 1)
  }
  if (signerZones.length === 0) fieldMaker.hiddenSignature(signer, pages[0]!, [])
}

/**
 * In a certified file, a signer without a signature field of the author's signs in an invisible one of ours.
 * @returns where the signer signs first, and the author's fields that they fill in with that
 */
function addOwner(
  fieldMaker: FieldMaker,
  page: FieldPage,
  bound: readonly BoundField[],
  shared: readonly BoundField[],
  signer: EngineSigner,
): FieldOwner {
  const isOwn = (zone: Zone) => zone.signer === signer.id
  const isSignature = ({ source }: BoundField) => source.field.type === 'signature'
  const place = bound.find((field) => isSignature(field) && field.zones.some(isOwn))
  // In a shared field, each would vouch for what another enters.
  const own = bound.filter(
    (field) => !isSignature(field) && !shared.includes(field) && field.zones.some(isOwn),
  )
  return {
    signature: place ? getFullName(place.source) : fieldMaker.hiddenSignature(signer, page, []),
    fields: own.map(({ source }) => getFullName(source)),
  }
}

/** The preset values of zones; an empty one clears what the author left in the field. */
function listPresets(bound: BoundField[]): Record<string, string | boolean> {
  const presets = bound.flatMap(({ source, zones }) =>
    zones.flatMap(({ id, type, value }): [string, string | boolean][] => {
      if (value === undefined || type === 'initials') return []
      return [[id, source.field.type === 'radio' ? isOn(value) : value]]
    }),
  )
  return Object.fromEntries(presets)
}

/** The captions below the signatures, as far as they are known. */
function listCaptions(zones: Zone[], signers: EngineSigner[]): string[] {
  const captioned = zones.filter(({ type, height }) => type === 'signature' && hasCaption(height))
  return signers
    .filter(({ id }) => captioned.some(({ signer }) => signer === id))
    .flatMap((signer) => possibleCaptions(signer))
}

/** Groups zones by field: one each, radio buttons of a group together. */
function groupByField(zones: Zone[]): Zone[][] {
  return [...Map.groupBy(zones, (zone) => (isButton(zone) ? `group ${zone.group}` : zone.id)).values()]
}

/**
 * Groups zones of a page so that no rectangle over several of them covers content: all together where that is free,
 * where one covers content by itself, or where more groups than `MAX_PANELS_ON_PAGE` would be needed.
 */
function groupByPanel(zones: Zone[], covers: (zones: readonly Zone[]) => boolean): Zone[][] {
  if (zones.length === 0) return []
  if (!covers(zones) || zones.some((zone) => covers([zone]))) return [zones]
  const groups: Zone[][] = []
  for (const zone of zones) {
    const group = groups.find((some) => !covers([...some, zone]))
    if (group) group.push(zone)
    else if (groups.length < MAX_PANELS_ON_PAGE) groups.push([zone])
    else return [zones]
  }
  return groups
}

/** Whether a signer without a signature zone gets one on an appended page. */
function maySignOnPage({ signaturePage = true }: PrepareInput, signer: string): boolean {
  return typeof signaturePage === 'boolean' ? signaturePage : signaturePage.includes(signer)
}

function isSignatureOf(zone: Zone, signer: string): boolean {
  return zone.type === 'signature' && zone.signer === signer
}

/** The pages with the geometry that `checkPdf` found. */
function toFieldPages(pdf: PDF, geometries: PageGeometry[]): FieldPage[] {
  const refs = pdf.context.pages.getPages()
  return geometries.flatMap((geometry) => {
    const ref = refs[geometry.number - 1]
    return ref ? [{ ref, geometry }] : []
  })
}

/**
 * The tag that the names of the process's fields contain: six hexadecimal digits of the file's hash, which are the same
 * in a retry and unused in the file.
 */
export function findUnusedTag(pdf: PDF, bytes: Uint8Array): string {
  const usedTags = new Set(topFields(pdf).map(({ name }) => parseFieldName(name)?.tag))
  const hash = sha256Hex(bytes)
  for (let start = 0; ; start++) {
    const tag = hash.slice(start, start + TAG_CHARACTERS)
    if (!usedTags.has(tag)) return tag
  }
}

/** Signs with the certification: later only filling in and signing are permitted (DocMDP, P=2). */
function certify(file: IncrementalFile, field: PdfDict, { certify: identity, at }: PrepareInput) {
  const transform = dict({
    Type: '/SigRef',
    TransformMethod: '/DocMDP',
    TransformParams: dict({ Type: '/TransformParams', V: PdfName.of('1.2'), P: 2 }),
  })
  const entries = { at, name: readCommonName(identity.certificate), references: [transform], certifies: true }
  return saveSigned(file, field, entries, identity)
}

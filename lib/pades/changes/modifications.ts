/** Levels of modification, lowest first; the same ones as in pyHanko. */
export const modificationLevels = ['none', 'lta_updates', 'form_filling', 'annotations', 'other'] as const
export type ModificationLevel = (typeof modificationLevels)[number]

/** Kinds of modification with their levels. */
const levels = {
  /**
   * Certificates and revocation data (DSS), and what changes with them: the extensions of the catalog, and the date and the
   * software in the document information.
   */
  validation_data: 'lta_updates',
  /** Some of the validation data is no longer in the file. */
  validation_data_removed: 'lta_updates',
  /** The document information, XMP metadata, or the version and the extensions. */
  metadata: 'lta_updates',
  time_stamp_added: 'lta_updates',
  signature_field_added: 'form_filling',
  signature_added: 'form_filling',
  field_filled: 'form_filling',
  /** The appearance of a field whose value is unchanged. */
  field_appearance: 'form_filling',
  /** A field became read-only: the software of a signer sets that where the signature locks it (FieldMDP). */
  field_locked: 'form_filling',
  /** Default appearance and resources of the form. */
  form_changed: 'form_filling',
  annotation_added: 'annotations',
  /** Changed or removed; content where that is not permitted. */
  annotation_changed: 'annotations',
  /** Everything else: pages, content, fonts, new fields, deleted objects. */
  content: 'other',
} satisfies Record<string, ModificationLevel>

export type ModificationKind = keyof typeof levels
export const modificationKinds = Object.keys(levels) as [ModificationKind, ...ModificationKind[]]

/** The offset of a change whose cross-reference section is not known: no signature covers it. */
export const unknownOffset = Number.MAX_SAFE_INTEGER

/** A modification by revisions after a signature. */
export interface Modification {
  kind: ModificationKind
  level: ModificationLevel
  /** Whether the signature and the lock of its field (FieldMDP, /P), and the certification (DocMDP) permit the change. */
  permitted: boolean
  /** The change as a sentence, and why it is forbidden. */
  message: string
  /** The form field's full name. */
  fieldName?: string
  /** Its label (/TU), and the number of its page, from 1, in the file as it stands. */
  label?: string
  page?: number
  /** Values of a field that was filled in. */
  before?: string
  after?: string
  /**
   * Offset of the cross-reference section that made the change. A signature whose byte range ends after it covers
   * the change.
   */
  offset: number
  /** The signature fields that own this field at signing (`listFieldOwners`): their signers fill it in. */
  owners: string[]
  /** The change draws over content that was signed. */
  covers?: boolean
  /** Field name of the first later signature that covers it. */
  signedBy?: string
}

/** A modification whose permission depends on the signature that is judged. */
export interface Finding extends Modification {
  /** What the signature or the certification may forbid. */
  asks?: 'fill' | 'new_field' | 'annotate'
  /** The new signature field is visible. */
  visible?: boolean
  /** It shows what was signed differently than at signing, or what was hidden: it belongs to no later signature. */
  alters?: boolean
  /** Where it is permitted, it belongs to a later signature (`isSignedIncrement`). */
  belongs?: boolean
  /** A later signature that is no time stamp covers it. */
  isSigned?: boolean
  /** The field that changed is a signature field. */
  isSignatureField?: boolean
  /** The field that changed, and the one whose /Kids list it, by reference (`refKey`). */
  fieldKeys?: string[]
  /** Only versions that are named in the catalog changed (/Extensions), which no reader shows. */
  namesVersions?: boolean
}

/** What a signature permits later revisions to change. */
export interface Permissions {
  /**
   * P of the document's certification, or a lower one of the signature field's lock: 1 nothing, 2 filling in, 3
   * annotations too; null without either.
   */
  certification: 1 | 2 | 3 | null
  /** Whether the signature itself is the certification, or a document time stamp, which is nobody's consent. */
  certifies: boolean
  /** Whether a field (full name) is locked (FieldMDP, ISO 32000-2, 12.8.2.4). */
  isLocked(fieldName: string): boolean
}

export function isPermitted(finding: Finding, permissions: Permissions): boolean {
  return finding.permitted && refusal(finding, permissions) === undefined
}

/** The finding as it is under these permissions. */
export function underPermissions(finding: Finding, permissions: Permissions): Modification {
  const {
    asks,
    visible,
    alters,
    belongs,
    isSigned,
    isSignatureField,
    fieldKeys,
    namesVersions,
    ...modification
  } = finding
  const message = refusal(finding, permissions)
  if (!message) return modification
  const kind = finding.kind === 'annotation_changed' ? 'content' : finding.kind
  const level = higherLevel(finding.level, toLevel(kind))
  return { ...modification, kind, level, permitted: false, message }
}

const prohibition = 'the certification or the lock of the signature field forbids it'

/** Why these permissions forbid the change; undefined when they do not. */
function refusal(finding: Finding, { certification, isLocked }: Permissions): string | undefined {
  const { asks, kind, visible, fieldName, message } = finding
  if (!asks) return undefined
  if (asks === 'annotate') return certification === 3 ? undefined : message
  // A lock lets a field be added that shows nothing and is not signed.
  const isInert = kind === 'signature_field_added' && !visible
  if (fieldName !== undefined && !isInert && isLocked(fieldName))
    return `The form field ${fieldName} was changed although it is locked.`
  if ((kind === 'field_filled' || kind === 'field_appearance') && certification === 1)
    return `The form field ${fieldName} was filled in although ${prohibition}.`
  // A certified document may be filled in, but nothing new may be put on its pages.
  const isForbidden = certification === 1 || (asks === 'new_field' && visible && certification !== null)
  return isForbidden ? `${message.slice(0, -1)} although ${prohibition}.` : undefined
}

export function toLevel(kind: ModificationKind): ModificationLevel {
  return levels[kind]
}

/** A finding of a change that is permitted, unless `details` say otherwise. */
export function permit(
  kind: ModificationKind,
  message: string,
  offset: number,
  details: Partial<Finding> = {},
): Finding {
  return { kind, level: toLevel(kind), permitted: true, message, offset, owners: [], ...details }
}

/** A finding of a change that is forbidden. */
export function forbid(
  kind: ModificationKind,
  message: string,
  offset: number,
  details: Partial<Finding> = {},
): Finding {
  return permit(kind, message, offset, { ...details, permitted: false })
}

/** The higher one of two levels. */
export function higherLevel(a: ModificationLevel, b: ModificationLevel): ModificationLevel {
  return modificationLevels.indexOf(a) < modificationLevels.indexOf(b) ? b : a
}

/** A later signature that is intact. */
export interface LaterSignature {
  fieldName: string
  /** End of its byte range: an offset in the file. */
  end: number
  /** A document time stamp, which is no person's signature. */
  isTimestamp: boolean
}

/** The field name of the first later signature that covers a change. */
export function findCoveringSignature(
  { offset }: Modification,
  laterSignatures: readonly LaterSignature[],
): string | undefined {
  return laterSignatures.find(({ end }) => end > offset)?.fieldName
}

/**
 * Whether a change belongs to a later signature: the signature itself, the fields reserved for its signer, or
 * objects that carry it. Validation data and time stamps only help to verify, and names of versions show nothing, so
 * they belong too. Everything else is a change after signing, permitted or not (but see `isCertifiedFill`), and so is
 * what covers or alters signed content. A time stamp is nobody's consent (ISO 32000-2, 12.8.5): what shows on a page
 * or in the form belongs to a signer only.
 *
 * @param later intact signatures in order of the end of their byte ranges
 */
export function isSignedIncrement(change: Finding, later: readonly LaterSignature[]): boolean {
  if (!change.permitted || change.covers || change.alters) return false
  const covering = later.filter(({ end }) => end > change.offset)
  const signers = covering.filter(({ isTimestamp }) => !isTimestamp)
  switch (change.kind) {
    case 'validation_data':
    case 'time_stamp_added':
      return true
    case 'validation_data_removed':
      return covering.length > 0
    case 'metadata':
      return change.namesVersions === true || covering.length > 0
    case 'signature_field_added':
      return (change.visible ? signers : covering).length > 0
    case 'form_changed':
    case 'field_locked':
      return signers.length > 0
    case 'signature_added':
      return signers.some(({ fieldName }) => fieldName === change.fieldName)
    case 'field_filled':
    case 'field_appearance':
      return change.owners.some((owner) => {
        // Another field with the same name may be added later.
        const first = later.find(({ fieldName }) => fieldName === owner)
        return first !== undefined && signers.includes(first)
      })
    default:
      return false
  }
}

/** Whether a later signature that is no time stamp covers a change. */
export function isCoveredBySigner({ offset }: Modification, later: readonly LaterSignature[]): boolean {
  return later.some(({ end, isTimestamp }) => !isTimestamp && end > offset)
}

/**
 * Whether a signer filled in a field after the certification that permits just that: with P=2 and 3, filling in and
 * signing (ISO 32000-2, table 257). For the certification and time stamps only: what another signer saw in a field may
 * not change, not even from what looked empty. A field that was hidden may not show. A field that a lock reserves belongs to its owner
 * only (`isSignedIncrement`). A signature field is not filled in but signed: until then it may not look signed. Nor may a
 * field cover other content.
 */
export function isCertifiedFill(
  { kind, owners, isSigned, isSignatureField, alters, covers }: Finding,
  { certification, certifies }: Permissions,
): boolean {
  const isFill = (kind === 'field_filled' || kind === 'field_appearance') && !isSignatureField
  const permitsFill = certifies && (certification === 2 || certification === 3)
  return isFill && permitsFill && owners.length === 0 && isSigned === true && !alters && !covers
}

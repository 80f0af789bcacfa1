/** How far later revisions went, the least first; as ETSI and pyHanko tell them apart. */
export const modificationLevels = ['none', 'lta_updates', 'form_filling', 'annotations', 'other'] as const
export type ModificationLevel = (typeof modificationLevels)[number]

/** What kind of change it is, each with its level. */
const levels = {
  /** Certificates, revocation data (DSS) and the extensions of the catalog that name them. */
  validation_data: 'lta_updates',
  /** The document information, XMP metadata, or the version. */
  metadata: 'lta_updates',
  time_stamp_added: 'lta_updates',
  signature_field_added: 'form_filling',
  signature_added: 'form_filling',
  field_filled: 'form_filling',
  /** The looks of a field, its value being what it was. */
  field_appearance: 'form_filling',
  /** Defaults and resources of the form as a whole. */
  form_changed: 'form_filling',
  annotation_added: 'annotations',
  /** Everything else: pages, content, fonts, new fields, what was taken away. */
  content: 'other',
} satisfies Record<string, ModificationLevel>

export type ModificationKind = keyof typeof levels
export const modificationKinds = Object.keys(levels) as [ModificationKind, ...ModificationKind[]]

/** One thing that revisions after a signature did. */
export interface Modification {
  kind: ModificationKind
  level: ModificationLevel
  /** Whether both the signature (FieldMDP) and the certification (DocMDP) permit the change. */
  permitted: boolean
  /** In a sentence. */
  message: string
  /** The form field's full name. */
  fieldName?: string
  /** The value of a field that was filled in. */
  before?: string
  after?: string
  /** Where the cross-reference section stands that brought it; a signature that ends behind it covers it. */
  at: number
  /** The signature fields whose lock, as signed, lists this field: its signer fills it in. */
  owners: string[]
  /** The field of the first later signature that covers it. */
  signedBy?: string
}

/** What a signature allows to happen after it. */
export interface Permissions {
  /** P of the document's certification: 1 nothing, 2 filling in, 3 annotations too; null without one. */
  certification: 1 | 2 | 3 | null
  /** Whether a field (full name) is locked (FieldMDP, ISO 32000-2, 12.8.2.4). */
  isLocked(fieldName: string): boolean
}

export function levelOf(kind: ModificationKind): ModificationLevel {
  return levels[kind]
}

/** The one that goes furthest. */
export function highestLevel(modifications: readonly Modification[]): ModificationLevel {
  const reached = modifications.map(({ level }) => modificationLevels.indexOf(level))
  return modificationLevels[Math.max(0, ...reached)]!
}

/** A signature that came later and is intact. */
export interface LaterSignature {
  fieldName: string
  /** Of its byte range. */
  end: number
}

/** The field of the first later signature that covers a change. */
export function coveredBy({ at }: Modification, later: readonly LaterSignature[]): string | undefined {
  return later.find(({ end }) => end > at)?.fieldName
}

/**
 * Whether a change is no more than the next person's signature: their own signature, the fields that were set aside for
 * them before, or what carries it. Validation data and time stamps only help to verify. Everything else is a change
 * after signing, permitted or not.
 *
 * @param later intact signatures in the order of their ends
 */
export function isSignedIncrement(change: Modification, later: readonly LaterSignature[]): boolean {
  if (!change.permitted) return false
  const covering = later.filter(({ end }) => end > change.at)
  switch (change.kind) {
    case 'validation_data':
    case 'time_stamp_added':
      return true
    case 'metadata':
    case 'form_changed':
    case 'signature_field_added':
      return covering.length > 0
    case 'signature_added':
      return later.some(({ fieldName }) => fieldName === change.fieldName)
    case 'field_filled':
    case 'field_appearance':
      return covering.some(({ fieldName }) => change.owners.includes(fieldName))
    default:
      return false
  }
}

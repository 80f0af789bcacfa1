import type { Attachment } from '../attachments.ts'
import type { SignatureAppearance } from '../zones.ts'

/** A label and its value: "SHA-256", "9f86…". Empty values are omitted. */
export interface Fact {
  label: string
  value: string
  /** The SHA-256 of what the value names, printed after it. */
  sha256?: string
}

/** A document of the process: its name, and its facts – pages, size, digests before and after signing. */
export interface ReportDocument {
  name: string
  facts: Fact[]
  /** The page that shows the status of the document, as a QR code. */
  verifyUrl?: string
}

/** A recipient of the process. */
export interface ReportPerson {
  name: string
  /** Small print below the name: email address, role. */
  detail: string
  /** What they did, in one or two words: "Signed". */
  outcome: string
  /** False shows the outcome as a warning: declined, expired. */
  isPositive: boolean
  at?: Date
  /** Their signature or initials as in the document. */
  appearance?: SignatureAppearance
  /** Invitation, IP address, authentication, consent, certificate. */
  facts: Fact[]
}

/** An entry of the audit trail. */
export interface ReportEvent {
  at: Date
  /** What happened, in a few words. */
  title: string
  actorName: string
  /** Small print: type, IP address, user agent, details of the event. */
  details: string[]
  /** The hash of the entry in the hash chain. */
  hash: string
}

/** The texts of the report in its language. */
export interface ReportLabels {
  certificate: string
  trail: string
  /** Of a verification only. */
  verification?: string
  documents: string
  people: string
  events: string
  evidence: string
  evidenceNote: string
  chainHead: string
  chainLength: string
  page: string
  test: string
}

/** Content of a certificate of completion, an audit trail or a verification. All times are printed in UTC. */
export interface ReportInput {
  kind: 'certificate' | 'trail' | 'verification'
  /** The name of the process, or the verdict. */
  title: string
  /** One sentence below the title. */
  subtitle: string
  /** The process's reference, in the footer of every page. */
  reference: string
  /** The tenant's name, in the header of every page. */
  issuer: string
  /** The tenant's logo (PNG), in place of the name in the header. */
  logo?: Uint8Array
  /** Marks every page as a test without effect. */
  test: boolean
  madeAt: Date
  facts: Fact[]
  documents: ReportDocument[]
  people: ReportPerson[]
  /** Printed in the audit trail only. */
  events: ReportEvent[]
  /** Last hash of the chain, and the number of entries; not printed in a verification. */
  chain: { head: string; length: number }
  /** Where the chain is in the transparency log: what is printed, and the proof, which is attached (C2SP tlog-proof). */
  log?: Fact & { proof: string }
  /** Files that are embedded. */
  attachments?: Attachment[]
  labels: ReportLabels
  /** BCP 47; the document's /Lang. */
  language: string
  /** Mirrors the layout, for a language that is written from right to left. */
  rightToLeft?: boolean
}

/** `2026-03-04 05:06:07 UTC`, in every language, isolated from text that is written from right to left. */
export function formatTime(date: Date): string {
  return `\u2066${date.toISOString().slice(0, 19).replace('T', ' ')} UTC\u2069`
}

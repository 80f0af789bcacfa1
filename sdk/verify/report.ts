/** What was checked. */
type CheckId =
  | 'files'
  | 'manifest_signature'
  | 'pdf_signatures'
  | 'trust'
  | 'trail'
  | 'trail_named_in_pdf'
  | 'trail_matches_revisions'
  | 'first_finished_file'
  | 'log'
  | 'witnesses'

/** Unknown: it could be neither confirmed nor refuted with what was given. */
export type Outcome = 'passed' | 'failed' | 'unknown'

export interface Check {
  id: CheckId
  outcome: Outcome
  /** The file that it is about; null for the package as a whole. */
  file: string | null
  text: string
}

/** A signature of a file of the package. */
export interface SignatureLine {
  file: string
  signer: string
  /** The time stamp, else the claim of the signature; ISO 8601. */
  at: string | null
  /** It is of the process; one that the file had before is not judged. */
  isJudged: boolean
  isTimeStamped: boolean
  level: string | null
  isValid: boolean
}

export interface Report {
  /** Valid: all checks passed. Invalid: one failed. Incomplete: none failed, but some could not be made. */
  result: 'valid' | 'invalid' | 'incomplete'
  checks: Check[]
  signatures: SignatureLine[]
  /** The processes that their senders declared void, by the audit trail, and when (ISO 8601). Their files hold. */
  voided: { chain: string; at: string }[]
  /** The roots to which the signatures lead. */
  roots: { subject: string; sha256: string; isTrusted: boolean }[]
}

/** Collects what is found. */
export class Findings {
  readonly checks: Check[] = []
  readonly signatures: SignatureLine[] = []
  readonly voided: Report['voided'] = []
  readonly roots = new Map<string, Report['roots'][number]>()

  add(id: CheckId, outcome: Outcome, text: string, file: string | null = null): void {
    this.checks.push({ id, outcome, file, text })
  }

  /** One line: passed, or each of the faults. */
  addFaults(id: CheckId, faults: readonly string[], passed: string, file: string | null = null): void {
    if (faults.length === 0) this.add(id, 'passed', passed, file)
    for (const fault of faults) this.add(id, 'failed', fault, file)
  }

  report(): Report {
    const outcomes = new Set(this.checks.map(({ outcome }) => outcome))
    const result = outcomes.has('failed') ? 'invalid' : outcomes.has('unknown') ? 'incomplete' : 'valid'
    const { checks, signatures, voided } = this
    return { result, checks, signatures, voided, roots: [...this.roots.values()] }
  }
}

import type { Check, Outcome, Report, SignatureLine } from './report.ts'

const results: Record<Report['result'], string> = {
  valid: 'Everything holds: the files, their signatures and the audit trail are as they were made.',
  invalid: 'DO NOT RELY ON THIS PACKAGE: something was changed, or does not hold.',
  incomplete: 'Nothing was refuted, but not everything could be judged.',
}
const marks: Record<Outcome, string> = { passed: 'ok    ', failed: 'FAILED', unknown: '?     ' }

/** The report in plain words. */
export function printReport({ result, checks, signatures, voided, roots }: Report): string {
  const failedFirst = checks.toSorted((a, b) => order(a) - order(b))
  return [
    results[result],
    ...voided.map(({ chain, at }) => `The process (${chain}) was declared void on ${at}.`),
    '',
    ...failedFirst.map((check) => `${marks[check.outcome]}  ${describe(check)}`),
    '',
    'Signatures:',
    ...signatures.map(
      (line) =>
        `  ${line.file}: ${line.signer}, ${line.at ?? 'no time'} (${describeClock(line)})` +
        `${line.level ? `, ${line.level}` : ''}${line.isValid ? '' : ', NOT VALID'}`,
    ),
    '',
    'Roots, by the SHA-256 of the certificate:',
    ...roots.map(
      ({ subject, sha256, isTrusted }) => `  ${sha256}  ${subject}${isTrusted ? '' : ' (not given)'}`,
    ),
  ].join('\n')
}

function describeClock({ isJudged, isTimeStamped }: SignatureLine): string {
  if (!isJudged) return 'signed before the process: not judged'
  return isTimeStamped ? 'time stamp' : 'by its own clock'
}

function order({ outcome }: Check): number {
  return ['failed', 'unknown', 'passed'].indexOf(outcome)
}

function describe({ file, text }: Check): string {
  return file ? `${file}: ${text}` : text
}

import type { Finding } from './outcome.ts'

const marks = { passed: 'ok', warning: 'warning', failed: 'FAILED' }
const NAME_WIDTH = 15
const MARK_WIDTH = 9

/** The findings as lines; below one that did not pass is what to do. */
export function formatFindings(findings: Finding[]): string {
  return findings.map(formatFinding).join('\n')
}

function formatFinding(finding: Finding): string {
  const indent = ' '.repeat(NAME_WIDTH + MARK_WIDTH)
  const lines = finding.message.split('\n')
  const remedy = finding.status === 'passed' ? [] : finding.remedy.split('\n').map((line) => `→ ${line}`)
  const head = finding.check.padEnd(NAME_WIDTH) + marks[finding.status].padEnd(MARK_WIDTH)
  return head + [...lines, ...remedy].join(`\n${indent}`)
}

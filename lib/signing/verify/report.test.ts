import { expect, it } from 'vitest'
import { makeReport } from './report.ts'
import type { VerificationRecord } from './schema.ts'

const change = {
  ...{ kind: 'field_filled', field: 'phone', label: null, page: null, permitted: true },
  ...{ before: null, after: '+49 30 1234567' },
}
const signature = {
  ...{ indication: 'TOTAL_PASSED', sub_indication: null, email: null, level: null, kind: 'signature' },
  ...{ field: 'Signature1', signer: 'Ada', changes: [change], changes_omitted: 0, chain: ['2024 03'] },
  ...{ vouched_by: null, trusted_list: null, signed_at: null, timestamped_at: null, time_source: 'claim' },
  ...{ qualified: null, identified_by: null, reached_by: null, reason: null, covers_whole_file: false },
  ...{ weak_algorithm: null, weak_key: null, unsupported: null, trailing_bytes: 0 },
}
const verification = {
  ...{ verdict: 'unchanged', voided_at: null, test_mode: false, sha256: '', size: 1, faults: [] },
  ...{ filename: '030 12 34', evidence: null, signatures: [signature] },
} as unknown as VerificationRecord

it.each(['ar', 'he'] as const)('groups of digits keep their order in a report in %s', (language) => {
  const { facts, people } = makeReport(verification, language, new Date())
  const values = [...facts, ...people[0]!.facts].map(({ value }) => value).join('\n')
  for (const text of ['030 12 34', '2024 03', '+49 30 1234567'])
    expect(values).toContain(`\u2068${text}\u2069`)
})

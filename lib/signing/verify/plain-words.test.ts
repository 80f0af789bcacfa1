import { describe, expect, it } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { getVerifyTexts } from '#lib/messages/verify'
import {
  describeClock,
  describeField,
  describeKind,
  describeName,
  describeQualification,
  describeVerdict,
  describeVoucher,
} from './plain-words.ts'
import type { SignatureRecord } from './schema.ts'

const en = getVerifyTexts('en')
const list = {
  ...{ territory: 'EL', provider: 'Trust & Co', service: 'Service' },
  ...{ next_update: '2026-05-31T00:00:00.000Z', expired: false },
}
const signature = {
  ...{ kind: 'signature', vouched_by: 'trusted_root', chain: ['Ada', 'Root'], qualified: 'QESig' },
  ...{ trusted_list: list, time_source: 'time_stamp', time_stamp_authority: 'TSU' },
  ...{ time_stamp_trusted_list: list, indication: 'TOTAL_PASSED', issued_here: false },
  revocation_status: 'good',
} as SignatureRecord

describe('who vouches', () => {
  it('is the list of a country, by its name in the language, and whether it has ended', () => {
    expect(describeVoucher(signature, en)).toEqual(['The EU trusted list of Greece: Trust & Co'])
    expect(describeVoucher(signature, getVerifyTexts('de'))[0]).toContain('Griechenland')
    const expired = { ...signature, trusted_list: { ...list, expired: true } }
    expect(describeVoucher(expired, en)[1]).toContain('31 May 2026')
  })

  it('is a root, this service, or nobody', () => {
    expect(describeVoucher({ ...signature, trusted_list: null }, en)).toEqual([
      'A root that this service trusts: Root',
    ])
    expect(describeVoucher({ ...signature, vouched_by: 'installation' }, en)).toEqual(['This service'])
    const unknown = { ...signature, vouched_by: null, trusted_list: null }
    expect(describeVoucher(unknown, en)).toEqual(['Nobody we know'])
  })
})

it.each(signerLocales)('never calls a signature in doubt qualified without saying so in %s', (locale) => {
  const t = getVerifyTexts(locale)
  for (const qualified of ['QESig', 'QESeal', 'AdESig-QC', 'AdESeal-QC'] as const) {
    const doubtful = describeQualification({ ...signature, qualified: `Indeterminate ${qualified}` }, t)!
    expect(doubtful).toContain(t.qualified[qualified])
    expect(doubtful.length).toBeGreaterThan(t.qualified[qualified].length + 10)
  }
})

it('names qualified signatures and time stamps, also those in doubt, and no others', () => {
  expect(describeQualification(signature, en)).toBe('Qualified electronic signature')
  expect(describeQualification({ ...signature, qualified: 'Indeterminate QESig' }, en)).toBe(
    'Qualified electronic signature, but whether the certificate had been revoked could not be determined',
  )
  expect(describeQualification({ ...signature, qualified: 'AdES' }, en)).toBeNull()
  expect(describeQualification({ ...signature, qualified: 'constructor' as 'AdES' }, en)).toBeNull()
  expect(describeQualification({ ...signature, qualified: null }, en)).toBeNull()
  expect(describeClock(signature, en)).toBe('Time stamp of TSU (Qualified time stamp)')
  expect(describeClock({ ...signature, time_stamp_trusted_list: null }, en)).toBe('Time stamp of TSU')
})

it('does not call what was signed or sealed here “not signed by us”', () => {
  const ours = { ...signature, issued_here: true, test_mode: false } as SignatureRecord
  const seal: SignatureRecord = { ...ours, kind: 'seal' }
  const describeFor = (signatures: SignatureRecord[]) =>
    describeVerdict({ verdict: 'not_issued_here', signatures }, en).title
  const [known, unknown] = ['Unchanged, but one name is not confirmed', 'Not signed by us']
  expect(describeFor([signature])).toBe(unknown)
  for (const one of [seal, ours]) {
    expect(describeFor([signature, one])).toBe(known)
    expect(describeFor([signature, { ...one, indication: 'INDETERMINATE' }])).toBe(unknown)
    expect(describeFor([signature, { ...one, test_mode: true }])).toBe(unknown)
  }
  // The seal of an organisation with an authority that nobody here trusts.
  const reason = 'NO_CERTIFICATE_CHAIN_FOUND'
  expect(describeFor([{ ...seal, indication: 'INDETERMINATE', sub_indication: reason }])).toBe(known)
  expect(describeFor([signature, { ...ours, kind: 'time_stamp' }])).toBe(unknown)
})

it('calls a seal that the installation does not vouch for that of the organisation', () => {
  const seal = { ...signature, kind: 'seal' } as SignatureRecord
  expect(describeKind(seal, en)).toBe('Seal of the organisation')
  expect(describeKind({ ...seal, vouched_by: 'installation' }, en)).toBe('Seal of this service')
})

describe('a field', () => {
  const change = {
    kind: 'field_filled',
    level: 'form_filling',
    before: '',
    after: 'x',
    permitted: true,
  } as const
  const field = (name: string, label: string | null, page: number | null) =>
    describeField({ ...change, field: name, label, page, signed_by: null, message: '' }, en)

  it('has the name that readers know, and its page', () => {
    expect(field('paraph-Ab12-text-1-1', 'Monthly rent', 2)).toBe('Text · Monthly rent, page 2')
    expect(field('paraph-Ab12-text-1-1', null, 2)).toBe('Text, page 2')
    expect(field('paraph-Ab12-radio-1-1.2', 'Meals', 1)).toMatch(/ · Meals, page 1$/)
    expect(field('paraph-Ab12-seal', null, null)).toBe('Seal of this service')
    expect(field('Rent', 'Monthly rent', 1)).toBe('Monthly rent, page 1')
    expect(field('Rent', null, null)).toBe('Rent')
    expect(field('paraph-constructor', null, null)).toBe('paraph-constructor')
  })

  it.each(signerLocales)('has no technical name in %s', (locale) => {
    const unnamed = { ...signature, field: 'paraph-Ab12-signature-1-1' }
    expect(describeName(unnamed, getVerifyTexts(locale))).not.toContain('paraph')
  })

  it('of a seal says so only where the signature is one', () => {
    const unnamed = { ...signature, field: 'paraph-Ab12-seal' }
    expect(describeName(unnamed, en)).toBe(describeKind(unnamed, en))
    expect(describeName({ ...unnamed, kind: 'seal', vouched_by: 'installation' }, en)).toBe(
      'Seal of this service',
    )
    expect(describeName({ ...unnamed, field: 'Rent' }, en)).toBe('Rent')
  })
})

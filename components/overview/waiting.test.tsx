import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { NextStep } from '#components/overview/next-step.tsx'
import { WaitingForUser } from '#components/overview/process-rows.tsx'
import { endedProcesses, findLastEnded } from '#components/overview/queries.ts'
import { WaitingList } from '#components/overview/waiting-list.tsx'
import type { ProcessSummary } from '#components/processes/summary.ts'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import en from '#messages/en/dashboard.json'

const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
const show = (part: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesProvider known={known} serverTime={Date.now()}>
        <IntlProvider locale="en" timeZone="UTC" messages={en}>
          {part}
        </IntlProvider>
      </PreferencesProvider>
    </QueryClientProvider>,
  )

/** So many processes, each waiting for one signer, or for none while it is sealed. */
const processes = (count: number, status = 'notified') =>
  Array.from({ length: count }, (_, id) => {
    const signer = { id, name: 'Ada', email: 'ada@example.com', role: 'signer', status }
    return { id, name: `Lease ${id}`, status: 'sent', signers: [signer], options: {} } as ProcessSummary
  })

describe('the list of those who have to sign', () => {
  it('says what it leaves out', () => {
    expect(show(<WaitingList processes={processes(12)} total={12} />)).not.toContain(' of ')
    expect(show(<WaitingList processes={processes(13)} total={13} />)).toContain(
      'The 12 longest waits of 13.',
    )
    expect(show(<WaitingList processes={processes(50)} total={340} />)).toContain(
      'Of 340 processes in progress, only the 50 oldest are considered here.',
    )
  })

  it('shows the time by which it is sorted', () => {
    const [process] = processes(1)
    const signer = { ...process!.signers[0]!, invited_at: '2026-11-01T10:00:00Z' }
    const viewed = { ...process!, signers: [{ ...signer, viewed_at: '2026-11-30T10:00:00Z' }] }
    const html = show(<WaitingList processes={[viewed as ProcessSummary]} total={1} />)
    expect(html).toContain('2026-11-01')
    expect(html).not.toContain('2026-11-30')
  })

  it('says of which processes nobody has to sign', () => {
    const text = 'only the 50 oldest are considered'
    const sealed = (count: number, total: number) =>
      show(<WaitingList processes={processes(count, 'signed')} total={total} />)
    expect(sealed(50, 340)).toContain(text)
    expect(sealed(1, 1)).not.toContain(text)
  })
})

it('the list for the user says how many there are', () => {
  const forUser = (total: number) =>
    show(<WaitingForUser processes={processes(20)} total={total} email="ada@example.com" />)
  expect(forUser(31)).toContain('The 20 of 31 processes that expire first.')
  expect(forUser(20)).not.toContain('that expire first')
})

it('only who has no process at all is shown how to send the first one', () => {
  const first = (hasProcesses: boolean) =>
    show(<NextStep drafts={[]} liveProcesses={[]} ended={[]} hasProcesses={hasProcesses} mayWrite />)
  expect(first(false)).toContain(en.overview.nextStep.first.title)
  // All were cancelled.
  expect(first(true)).not.toContain(en.overview.nextStep.first.title)
})

it('the processes that ended last are in the order of their ends, whatever has changed since', () => {
  const [process] = processes(1)
  const ended = (id: number, end: object) => ({ ...process!, id, updated_at: '2026-12-01', ...end })
  const refusedAt = (refused_at: string) => [process!.signers[0]!, { ...process!.signers[0]!, refused_at }]
  const found = findLastEnded([
    ended(1, { status: 'completed', completed_at: '2016-11-02' }),
    ended(2, { status: 'completed', completed_at: '2026-11-02' }),
    ended(3, { status: 'expired', expires_at: '2026-11-01' }),
    ended(4, { status: 'refused', expires_at: '2026-12-24', signers: refusedAt('2016-11-03') }),
    ended(5, { status: 'refused', expires_at: '2026-12-24', signers: refusedAt('2026-11-03') }),
  ])
  expect(found.map(({ id }) => id)).toEqual([5, 2, 3, 4, 1])
})

it('a process that two lists have is once among those that ended last', () => {
  const [process, other] = processes(2).map((one) => ({ ...one, updated_at: '2026-12-01' }))
  expect(findLastEnded([process!, other!, process!])).toHaveLength(2)
})

it('the refused processes are also read by what nothing but their creation changes', () => {
  const sorts = endedProcesses.flatMap(([{ status, sort }]) => (status === 'refused' ? [sort] : []))
  expect(sorts).toEqual(['-updated_at', '-created_at'])
})

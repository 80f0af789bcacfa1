import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'
import en from '#messages/en/dashboard.json'
import { DeliveryText } from './delivery.tsx'

/** The text about a signer who was invited. */
function shown(
  signer: Pick<SignerRecord, 'delivery' | 'delivery_error'>,
  status: SignerRecord['status'] = 'notified',
  processStatus: ProcessRecord['status'] = 'in_progress',
): string {
  const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
  const html = renderToStaticMarkup(
    <PreferencesProvider known={known} serverTime={Date.now()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <DeliveryText
          process={{ status: processStatus } as ProcessRecord}
          signer={{ ...signer, status, delivery_error_detail: null } as SignerRecord}
        />
      </IntlProvider>
    </PreferencesProvider>,
  )
  return html.replace(/<[^>]+>/g, '')
}

const at = '2026-11-25T10:00:00Z'
const sent = { status: 'sent', at, error: null, error_detail: null } as const
const failed = { ...sent, status: 'failed', error: 'Responded with 400.' } as const

describe('an error of delivery', () => {
  it.each([
    ['email', 'The email could not be delivered: Responded with 400.'],
    ['sms', 'The text message could not be delivered: Responded with 400.'],
  ] as const)('is said to be that of the last message where it is: %s', (channel, text) => {
    const delivery = { ...failed, channel }
    expect(shown({ delivery, delivery_error: failed.error })).toBe(text)
    expect(shown({ delivery, delivery_error: null })).toBe(text)
  })

  it.each([
    ['is not known', null],
    ['is an email that was sent', { ...sent, channel: 'email' }],
    ['is a text message that was sent', { ...sent, channel: 'sms' }],
    ['is a text message that failed for another reason', { ...failed, channel: 'sms' }],
  ] as const)('is that of a message where the last one %s', (_, delivery) => {
    const text = 'A message could not be delivered: 550 No such user here'
    expect(shown({ delivery, delivery_error: '550 No such user here' })).toBe(text)
  })
})

describe('of a signer who has signed', () => {
  const delivery = { ...failed, channel: 'email' } as const
  const { error } = failed

  it.each(['in_progress', 'completed', 'voided'] as const)(
    'a code that could not be delivered is shown, and no email that was returned later: %s',
    (status) => {
      const text = 'The email could not be delivered: Responded with 400.'
      expect(shown({ delivery, delivery_error: error }, 'signed', status)).toBe(text)
      expect(shown({ delivery, delivery_error: null }, 'signed', status)).toBe('')
    },
  )

  it('nothing is shown once another email has reached them, or the process has ended without documents', () => {
    const reached = { ...sent, channel: 'email' } as const
    expect(shown({ delivery: reached, delivery_error: error }, 'signed', 'completed')).toBe('')
    expect(shown({ delivery, delivery_error: error }, 'signed', 'cancelled')).toBe('')
  })
})

it('of a copy that could not be delivered, the error is shown; of one that was sent, nothing', () => {
  const delivery = { ...failed, channel: 'email' } as const
  expect(shown({ delivery, delivery_error: failed.error }, 'notified', 'completed')).toContain('400')
  const ofSent = { ...sent, channel: 'email' } as const
  expect(shown({ delivery: ofSent, delivery_error: null }, 'notified', 'completed')).toBe('')
})

it('without an error, the state of the last message and its time are shown', () => {
  const state = (delivery: SignerRecord['delivery']) => shown({ delivery, delivery_error: null })
  expect(state({ ...sent, channel: 'sms' })).toMatch(/^The provider accepted the text message Nov 25, 2026/)
  expect(state({ ...sent, channel: 'email', status: 'local' })).toMatch(/shown at \/mailbox · Nov 25, 2026/)
  expect(state(null)).toBe('')
})

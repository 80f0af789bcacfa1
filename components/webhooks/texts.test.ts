import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import type { WebhookRecord } from '#lib/webhooks/schema'
import en from '#messages/en/dashboard.json'
import { eventName, eventsText, hostAndPath } from './texts.tsx'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'webhooks' })

describe('hostAndPath', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['https://example.com/', 'example.com'],
    ['https://example.com:8443/hooks/a?token=secret', 'example.com:8443/hooks/a'],
  ])('shortens %s to %s', (url, place) => {
    expect(hostAndPath(url)).toBe(place)
  })
})

it('names the events of a webhook', () => {
  const getText = (events: WebhookRecord['events']) => eventsText(t, { events } as WebhookRecord)
  expect(getText(['*'])).toBe('All events')
  expect(getText(['*', 'audit.*'])).toBe('All events, Audit events')
  expect(getText(['process.completed', 'document.deleted'])).toBe('process.completed, document.deleted')
})

it('shortens only the name of the test event', () => {
  expect(eventName(t, 'webhook.test')).toBe('test')
  expect(eventName(t, 'process.completed')).toBe('process.completed')
})

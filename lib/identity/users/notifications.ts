import { type EmailTopic, emailTopics } from '#lib/core/email/email-topics'
import type { Notifications } from './schema.ts'

/** Which of the emails that can be turned off a user gets. */
export function presentNotifications(mutedEmails: EmailTopic[]): Notifications {
  const isOn = emailTopics.map((topic) => [topic, !mutedEmails.includes(topic)])
  return Object.fromEntries(isOn) as Notifications
}

/** The emails that are off after a change; topics that it does not name stay as they were. */
export function mutedAfter(mutedEmails: EmailTopic[], change: Partial<Notifications> = {}): EmailTopic[] {
  const after = { ...presentNotifications(mutedEmails), ...change }
  return emailTopics.filter((topic) => !after[topic])
}

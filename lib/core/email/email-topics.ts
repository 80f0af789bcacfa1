/** The emails that a user may turn off: about their own processes, and for administrators about the organisation. */
export const processTopics = ['completed', 'refused', 'expired', 'delivery_failed'] as const
export const adminTopics = ['quota', 'webhook_disabled', 'sign_in_changes'] as const
export const emailTopics = [...processTopics, ...adminTopics] as const

export type EmailTopic = (typeof emailTopics)[number]

import { z } from 'zod'
import type { EmailTopic } from '#lib/core/email/email-topics'
import { emailSearchParameter } from '#lib/core/query'
import { roles } from '#lib/core/roles'

export const NotificationsShape = z
  .object({
    completed: z.boolean().meta({ description: 'A process of yours is completed.' }),
    refused: z.boolean().meta({ description: 'A signer of a process of yours refuses.' }),
    expired: z.boolean().meta({ description: 'A process of yours expires.' }),
    delivery_failed: z.boolean().meta({
      description: 'An email or text message to a signer of a process of yours cannot be delivered.',
    }),
    quota: z.boolean().meta({ description: 'For administrators: 80 or 100 % of a quota is used.' }),
    webhook_disabled: z.boolean().meta({ description: 'For administrators: a webhook is disabled.' }),
    sign_in_changes: z.boolean().meta({
      description:
        'For administrators: a user who is no administrator changes how they sign in (password, second factor, provider).',
    }),
  } satisfies Record<EmailTopic, z.ZodBoolean>)
  .meta({ id: 'Notifications', description: 'The emails that you may turn off. Others are always sent.' })
export type Notifications = z.infer<typeof NotificationsShape>

const userSorts = ['created_at', '-created_at', 'name', '-name', 'email', '-email'] as const

/** The query parameters of the list, without paging. */
export const UserFilters = z.object({
  search: emailSearchParameter('the name or the email'),
  role: z.enum(roles).optional(),
  sort: z.enum(userSorts).default('-created_at'),
})
export type UserQuery = z.output<typeof UserFilters> & { page: number; per_page: number }

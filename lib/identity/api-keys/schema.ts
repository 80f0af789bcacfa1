import { z } from 'zod'
import { parseRange } from '#lib/core/network/addresses'
import { scopes } from '#lib/core/roles'
import { Instant, InstantInput, RecordId } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import { PersonName } from '../person-schema.ts'

export const ApiKeyShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'CRM' }),
    prefix: z.enum(['psk_live_', 'psk_test_']),
    last_four: z.string().meta({ example: 'x7Qa' }),
    // Not an enum: a newer version may have stored others.
    scopes: z.array(z.string()).meta({ example: ['documents:read', 'processes:read'] }),
    allowed_ips: z.array(z.string()).meta({ example: ['203.0.113.7'] }),
    test_mode: z.boolean(),
    last_used_at: Instant.nullable(),
    last_used_ip: z.string().nullable(),
    expires_at: Instant.nullable(),
    created_by: z.object({ id: RecordId, name: z.string().meta({ example: 'Ada Lovelace' }) }),
    created_at: Instant,
  })
  .meta({ id: 'ApiKey' })
export type ApiKeyRecord = z.infer<typeof ApiKeyShape>

export const CreatedApiKeyShape = ApiKeyShape.extend({
  key: z.string().meta({ description: 'The complete key. It is shown only once.', example: 'psk_live_…' }),
}).meta({ id: 'CreatedApiKey' })

export const NewApiKeyInput = z
  .object({
    name: PersonName.meta({ example: 'CRM' }),
    expires_at: InstantInput.nullish().meta({
      description: 'Must be in the future. By default the key never expires.',
    }),
    scopes: z
      .array(z.enum(scopes))
      .min(1, issueMessage('identity.scopesEmpty'))
      .max(scopes.length)
      .optional()
      .meta({
        description:
          'By default documents, processes, templates and vault (read and write) and `account:read`. `webhooks` includes reading the events of all documents, processes and vault files, without their own scopes.',
      }),
    allowed_ips: z
      .array(
        z
          .string()
          .trim()
          .refine((text) => parseRange(text) !== null, issueMessage('identity.notAddressOrNetwork')),
      )
      .max(50)
      .optional()
      .meta({ description: 'IP addresses or networks (CIDR) the key may be used from; by default any.' }),
    test_mode: z.boolean().optional().meta({ description: 'Creates a test key (`psk_test_…`).' }),
  })
  .meta({ id: 'NewApiKey' })
export type NewApiKey = z.output<typeof NewApiKeyInput>

const apiKeySorts = ['created_at', '-created_at', 'name', '-name'] as const

/** The query of the list, without paging. */
export const ApiKeyFilters = z.object({ sort: z.enum(apiKeySorts).default('-created_at') })
export type ApiKeyQuery = z.output<typeof ApiKeyFilters> & { page: number; per_page: number }

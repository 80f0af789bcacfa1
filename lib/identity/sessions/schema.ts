import { z } from 'zod'
import { Instant, RecordId } from '#lib/core/shapes'

export const LoginSessionShape = z
  .object({
    id: RecordId,
    kind: z.enum(['dashboard', 'token']).meta({ description: 'Browser session, or access token.' }),
    current: z.boolean().meta({ description: 'Whether this is the session of this request.', example: true }),
    address: z.string().nullable().meta({ example: '203.0.113.7' }),
    user_agent: z.string().nullable().meta({ example: 'Mozilla/5.0 …' }),
    created_at: Instant.meta({ description: 'When the user signed in.' }),
    last_used_at: Instant.meta({ description: 'To the minute.' }),
    expires_at: Instant.meta({
      description: 'When the session ends; refreshing does not extend it.',
      example: '2026-12-05T09:30:00Z',
    }),
  })
  .meta({ id: 'Session' })
export type LoginSessionRecord = z.infer<typeof LoginSessionShape>

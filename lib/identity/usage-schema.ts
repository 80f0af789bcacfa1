import { z } from 'zod'
import { Instant } from '#lib/core/shapes'

const QuotaUsage = z.object({
  used: z.int().meta({ example: 12 }),
  limit: z.int().meta({ example: 1000 }),
  remaining: z.int().meta({ example: 988 }),
})

export const UsageShape = z
  .object({
    period: z.object({ start: Instant, end: Instant }).meta({
      description: 'A calendar month (UTC).',
      example: { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' },
    }),
    documents: QuotaUsage,
    signatures: QuotaUsage,
    processes: z
      .record(z.string(), z.int())
      .meta({ description: 'By status, in visible folders.', example: { draft: 1, completed: 12 } }),
    storage: z
      .object({
        used: z.int().meta({ description: 'Bytes of uploads and vault.', example: 578556 }),
        limit: z.int().nullable().meta({
          description: 'Bytes that uploads and vault may take; null: no limit.',
          example: 107_374_182_400,
        }),
        remaining: z.int().nullable().meta({ description: 'Null: no limit.', example: 107_373_603_844 }),
      })
      .meta({
        description:
          'Of the whole organisation, in both modes. Beyond it uploads are refused; signatures and seals never are.',
      }),
    storage_bytes: z.int().meta({ description: 'Documents and vault in visible folders.', example: 578556 }),
    users: z.int().meta({ example: 3 }),
    api_calls: z
      .int()
      .meta({ description: 'Requests in this period; updated within seconds.', example: 240 }),
    by_month: z
      .array(
        z.object({
          month: z.string().meta({ description: 'YYYY-MM', example: '2026-11' }),
          documents: z.int().meta({ example: 12 }),
          signatures: z.int().meta({ example: 12 }),
          api_calls: z.int().meta({ example: 240 }),
        }),
      )
      .meta({ description: 'The last twelve months, oldest first.' }),
  })
  .meta({ id: 'Usage' })
export type UsageRecord = z.infer<typeof UsageShape>

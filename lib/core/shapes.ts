import { z } from 'zod'

/** The id of a record. */
export const RecordId = z.int().meta({ example: 7 })

/** A time in UTC, ISO 8601. */
export const Instant = z.iso.datetime().meta({ example: '2026-11-21T09:30:00Z' })

/** The id of a record in a request. */
export const RecordIdInput = z.int().positive().meta({ example: 7 })

import { cache } from 'react'
import { makeChapters } from '#lib/reference/chapters'
import { reference } from '../../api/v1/reference.ts'

/** The chapters of the reference, loaded once per request. */
export const allChapters = cache(async () => makeChapters(await reference()))

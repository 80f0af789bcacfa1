'use client'

import { useState } from 'react'
import { ApiError, formatPath, send } from '#components/api/client.ts'
import type { JsonOperation, OptionsArgument, Result } from '#sdk/operations.ts'

export type Create = ReturnType<typeof newCreate>

/** A `create` for a form or button. */
export const useCreate = (): Create => useState(newCreate)[0]

export function newCreate() {
  let undecided: { request: string; idempotencyKey: string } | null = null

  /**
   * Creates something once, also if it is submitted again because the response was lost: the same request has the same
   * `Idempotency-Key` until the service has decided on it. @throws ApiError
   */
  return async function create<Name extends JsonOperation & `POST ${string}`>(
    name: Name,
    ...[input]: OptionsArgument<Name, object>
  ): Promise<Result<Name>> {
    const request = `${formatPath(name, input)} ${JSON.stringify(input)}`
    const idempotencyKey = undecided?.request === request ? undecided.idempotencyKey : newIdempotencyKey()
    undecided = { request, idempotencyKey }
    try {
      const response = await send(name, { ...input, idempotencyKey })
      undecided = null
      return response.body
    } catch (error) {
      if (error instanceof ApiError && isDecided(error)) undecided = null
      throw error
    }
  }
}

/**
 * Whether the service has decided on the request. After a lost response, 401, 429, 5xx or `idempotency_in_flight` the same
 * key is sent again.
 */
export function isDecided({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 429].includes(status) && code !== 'idempotency_in_flight'
}

/** Also where pages have no secure context, which `crypto.randomUUID` requires. */
export const newIdempotencyKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

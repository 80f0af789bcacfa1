'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/**
 * The record that an editor starts from, where the query is read anew on mount. A browser asks for the page before the
 * one it leaves has stored its last changes: the record of the first HTML may lack them.
 */
export function useFreshRecord<T>({ data, isFetchedAfterMount }: UseQueryResult<T>): T | undefined {
  const [record, setRecord] = useState(data)
  const isSettled = useRef(false)
  useEffect(() => {
    if (!isFetchedAfterMount || isSettled.current) return
    isSettled.current = true
    setRecord(data)
  }, [data, isFetchedAfterMount])
  return record
}

'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/**
 * The record that an editor starts from, refetched on mount: the record in the first HTML may lack the last changes of
 * the previous page, which were still being saved.
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

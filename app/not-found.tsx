'use client'

import { lazy } from 'react'

// Every page loads this file.
export default lazy(() =>
  import('#components/site/page-not-found.tsx').then((module) => ({ default: module.PageNotFound })),
)

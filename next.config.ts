import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { copyPdfjs } from './server/build.mjs'

export default function nextConfig(phase: string): NextConfig {
  if (phase !== PHASE_PRODUCTION_SERVER) copyPdfjs()
  return config
}

const config: NextConfig = {
  // A build for tests must not disturb the one a running service serves from.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // `npm start` serves /api/v1 from the bundle of its web process, and has its own start: no `.ts` file is Next's.
  pageExtensions: process.env.NEXT_PAGES_ONLY ? ['tsx'] : undefined,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types; a start need not check them again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    '@libpdf/core',
    '@napi-rs/canvas',
    '@node-rs/argon2',
    'imapflow',
    'pdfjs-dist',
    'pg-boss',
    'pkcs11js',
    'pino',
    'postgres',
    'prom-client',
  ],
  // Less for the browser: no parser of messages, which `getMessages` compiles, and no viewer of pdf.js.
  turbopack: {
    // A release is in a folder of a checkout, which has packages of its own.
    root: process.cwd(),
    resolveAlias: {
      'use-intl/format-message': 'use-intl/format-message/format-only',
      'pdfjs-dist/web/pdf_viewer.mjs': './next.pdf-viewer.ts',
    },
  },
  // Next does not compress by the type that a route handler sets.
  headers: async () => [
    {
      source: '/texts/:file',
      headers: [{ key: 'content-type', value: 'text/javascript; charset=utf-8' }],
    },
  ],
  experimental: {
    typedEnv: false,
    // A page is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // An installation builds once: writing a cache for the next build takes a quarter of the time and 240 MB.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    // Bytes of source: parts of a page that are apart compress worse. From about here form libraries are copied into pages.
    turbopackChunking: { minChunkSize: 90_000 },
  },
}

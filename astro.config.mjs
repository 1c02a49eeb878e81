import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { checkPhotographs } from '#scripts/check-photographs.ts'
import { clinicColors } from '#scripts/clinic-colors.ts'
import { deferScripts } from '#scripts/defer-scripts.ts'
import { requireArt } from '#scripts/require-art.ts'
import { securityHeaders } from '#scripts/security-headers/headers.ts'
import { publishedPages } from '#scripts/website/published-module.ts'

export default defineConfig({
  site: process.env.URL ?? 'http://localhost:4321',
  output: 'static',
  // /shop is served from shop.html as it is; a folder would cost every link a redirect to /shop/.
  build: { format: 'file', inlineStylesheets: 'always' },
  trailingSlash: 'never',
  // Astro 7's default joins words at line breaks ("ends<a>here").
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [
    react(),
    sitemap({ filter: (page) => !/\/(admin|voucher|your-purchase)/.test(page) }),
    checkPhotographs(),
    requireArt(),
    deferScripts(),
    securityHeaders(),
  ],
  vite: {
    // Example prices are left out where it is 'production': src/clinic/prices.ts.
    define: { 'import.meta.env.NETLIFY_CONTEXT': JSON.stringify(process.env.CONTEXT ?? '') },
    plugins: [publishedPages(), tailwindcss(), clinicColors()],
    // Nothing inlined as data: the content security policy names files, not data URLs.
    build: { assetsInlineLimit: 0 },
  },
})

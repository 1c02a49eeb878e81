import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { checkPhotographs } from '#scripts/check-photographs.ts'
import { deferScripts } from '#scripts/defer-scripts.ts'
import { inlinePageStyles } from '#scripts/inline-page-styles.ts'
import { requireArt } from '#scripts/require-art.ts'
import { securityHeaders } from '#scripts/security-headers/headers.ts'

// React has had this hook since version 18; the package's shim for older versions is in every island.
const ownStoreHook = {
  name: 'own-store-hook',
  enforce: /** @type {const} */ ('pre'),
  load: (/** @type {string} */ id) =>
    id.endsWith('use-sync-external-store/shim/index.js')
      ? "export { useSyncExternalStore } from 'react'"
      : undefined,
}

// Vite's own helper fetches a lazy chunk's styles and imports ahead. Our styles are one file, and our lazy chunks are
// shallow, so it would only weigh on every page, and so would the list of them in each chunk.
const bareImports = {
  name: 'bare-imports',
  enforce: /** @type {const} */ ('pre'),
  configEnvironment: () => ({ build: { modulePreload: /** @type {const} */ (false) } }),
  load: (/** @type {string} */ id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : undefined,
}

export default defineConfig({
  site: process.env.URL ?? 'http://localhost:4321',
  output: 'static',
  // /shop is served from shop.html as it is; a folder would cost every link a redirect to /shop/.
  build: { format: 'file' },
  trailingSlash: 'never',
  // Astro 7's default joins words at line breaks ("ends<a>here").
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [
    react(),
    sitemap({ filter: (page) => !/\/(admin|your-purchase)/.test(page) }),
    checkPhotographs(),
    requireArt(),
    inlinePageStyles(),
    deferScripts(),
    securityHeaders(),
  ],
  vite: {
    // Example prices are left out where it is 'production': src/content/prices.ts.
    define: { 'import.meta.env.NETLIFY_CONTEXT': JSON.stringify(process.env.CONTEXT ?? '') },
    plugins: [tailwindcss(), bareImports, ownStoreHook],
    // Nothing inlined as data: the content security policy names files, not data URLs.
    build: {
      assetsInlineLimit: 0,
      // What is needed together is one file: fewer requests, it compresses better, and a page names the integrity of
      // each file that it may ask for.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'island',
                test: /node_modules\/(react|react-dom|scheduler|@preact|@astrojs\/react|valibot)\/|src\/(contract\/(endpoint|errors?)\.|lib\/api\.|ui\/(ErrorBoundary|Button|icons)\.)/,
              },
              {
                name: 'form',
                test: /src\/(lib\/(form|idempotency-key)\.|ui\/(Field|Select|focus|hydration)\.|islands\/checkout\/PrivacyNote\.)/,
              },
              {
                name: 'contract',
                test: /src\/(contract\/(amounts|ids)\.|content\/clinic\.|islands\/checkout\/ByPhone\.)/,
              },
              {
                name: 'money',
                test: /src\/contract\/(money|payments|quantity|statuses|text)\./,
              },
              {
                name: 'purchase',
                test: /src\/(contract\/purchase-number|islands\/checkout\/(BrandMark|print-sheet|PurchaseSummary|voucher-facts|VoucherCard))\./,
              },
              {
                name: 'shop',
                test: /src\/(contract\/products|islands\/shop\/(ProductCard|shop-products\.store))\./,
              },
            ],
          },
        },
      },
    },
  },
})

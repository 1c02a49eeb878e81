import { computed } from '@preact/signals-react'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isSearchable } from '#contract/base/listing.ts'
import { searchEndpoint, type SearchResults } from '#contract/search/search.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { createSearch } from '#islands/admin/shared/list.ts'
import { searchByCode } from '#islands/admin/vouchers/search-by-code.ts'

export const { search, sentSearch, setSearch, isTyping } = createSearch()

export const searchQuery = computed(() => {
  const text = sentSearch.value ?? ''
  return queryOptions({
    queryKey: ['search', text],
    queryFn: () => findEverywhere(text),
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
})

async function findEverywhere(text: string): Promise<SearchResults> {
  const vouchers = await searchByCode(text)
  if (!vouchers) return adminCall(searchEndpoint, undefined, { query: { search: text } })
  return {
    vouchers,
    customers: [],
    orders: [],
    products: [],
  }
}

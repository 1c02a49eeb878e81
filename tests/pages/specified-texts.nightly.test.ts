import { expect, test } from 'vitest'
import { builtTexts } from '#tests/harness/built-files.ts'

// The texts that were specified to the letter; “…” stands for what is filled in. They are written out, so that no change of
// words in the code changes them as well.
const SPECIFIED = {
  pages: `
    404 Page Not Found
    Home, Therapies, About, Gift Vouchers, Shop, Call Us Now
    View Larger Map, Facebook, Instagram, Admin Portal, © 2024
    Book Your Consultation, Explore Therapies, Professional & Licensed, Holistic Approach
    Who We Are, Call Us Today, 10:00 AM–8:00 PM, 9:00 AM–6:00 PM, 9:00 AM–3:00 PM
    Book Appointment, Back to Home, About This Treatment, Expert Care, Benefits, What to Expect, Suitable For
    Ready to Book, Have Questions, Book Consultation, Request Appointment`,
  voucher: `
    Purchase Gift Voucher, Change Amount, Complete Payment, Back to Form, Payment Successful!, Email Confirmations Sent
    Create Another Voucher, Print Receipt, Popular, 0.01-500, Processing...
    Buyer name must be at least 2 characters
    Please enter a valid email address
    Recipient name must be at least 2 characters
    Please select an amount
    Please select a valid amount
    Ready for Payment
    Please complete your payment to create the gift voucher.
    Failed to create gift voucher. Please try again.
    Payment of £…completed successfully. Reference:
    Payment Failed
    Please try again.
    Failed to create…after payment`,
  shop: `
    Loading products..., No products available at the moment., In Stock:, Out of Stock
    Key Features, Health Benefits, Technical Specifications, Buy Now, Ask About Product, Purchase Product
    Order Confirmed!
    First name required, Last name required, Valid email required
    Address required, City required, Postcode required
    Inquiry Sent!
    Failed to send inquiry. Please try again.
    Failed to proceed to payment. Please try again.
    Failed to create…after payment
    Purchase Successful!
    Order confirmed. Reference:`,
  portal: `
    Remember me, Sign In, Signing in..., Need access? Contact your administrator, View Website, Logout
    Overview, Products, Orders, Customers, Total Revenue, Active Vouchers, Products Sold, New Customers, Recent Activity
    No recent activity, from last month, Generate Voucher, Adjust Balance, Issue Refund, Add Product
    Password is required
    Please enter your email address first
    Product name must be at least 2 characters
    Description must be at least 10 characters
    Price is required
    Stock must be 0 or more
    Amount is required
    Description must be at least 5 characters
    Recipient name is required
    Please enter a valid email
    Invalid email or password
    Connection error. Please try again.
    Password reset instructions have been sent to your email.
    Failed to send reset email. Please try again.
    Product added successfully!, Failed to add product
    Product updated successfully!, Failed to update product
    Product deleted successfully!, Failed to delete product
    Voucher Generated
    Gift voucher has been created and emailed to the recipient.
    Failed to generate voucher
    Voucher balance adjusted successfully!, Failed to adjust voucher
    Voucher refunded successfully!, Failed to refund voucher`,
}

const built = [builtTexts('dist'), builtTexts('build/functions')]
  .flatMap((texts) => [...texts.values()])
  .join('\n')
  .replaceAll('&amp;', '&')
  .replaceAll(/\s+/g, ' ')

test.each(Object.entries(SPECIFIED))('every specified text of %s is in what was built', (_, texts) => {
  const listed = texts.split(/[\n,]/).map((text) => text.trim())
  expect(listed.filter((text) => !text.split('…').every((part) => built.includes(part)))).toEqual([])
})

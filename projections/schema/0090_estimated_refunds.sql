-- is_refund_estimated: the store reported no refund of the payment; `refunded_share` is what an upgrade left unused of its period.
ALTER TABLE {database}.charge_v1 {cluster} ADD COLUMN IF NOT EXISTS is_refund_estimated Bool;

-- is_estimated: the refund is what an upgrade takes back; the store did not report it.
ALTER TABLE {database}.webhook_delivery_v1 {cluster} ADD COLUMN IF NOT EXISTS is_estimated Bool;

-- Where the log begins and ends, by one name in every kind of database. The sequence outlives the
-- changes that were pruned.
create view "log-head" as select
  (select "value" from "meta" where "key" = 'epoch') as "epoch",
  coalesce((select "seq" from "sqlite_sequence" where "name" = 'changes'), 0) as "last",
  (select min("position") from "changes") as "first";

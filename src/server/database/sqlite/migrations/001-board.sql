insert into "meta" values
  -- The epoch changes only when the content is replaced.
  ('epoch', lower(hex(randomblob(8))));

-- Every change to a thought, written by triggers, so that even SQL typed by hand can't leave it out.
create table "changes" (
  "position" integer primary key autoincrement,
  "textID" text not null
) strict;

-- Where the log begins and ends. The sequence outlives the changes that were pruned.
create view "log-head" as select
  (select "value" from "meta" where "key" = 'epoch') as "epoch",
  coalesce((select "seq" from "sqlite_sequence" where "name" = 'changes'), 0) as "last",
  (select min("position") from "changes") as "first";

create trigger "thought-added" after insert on "Thoughts-Data" begin
  insert into "changes" ("textID") values (new."textID");
end;

create trigger "thought-edited" after update on "Thoughts-Data" begin
  insert into "changes" ("textID") values (new."textID");
end;

create trigger "thought-deleted" after delete on "Thoughts-Data" begin
  insert into "changes" ("textID") values (old."textID");
  insert into "tombstones" ("textID", "uID") values (old."textID", old."uID") on conflict do nothing;
end;

create trigger "session-ended" after delete on "sessions" begin
  insert into "people-changes" ("uid") values (old."uid");
end;

create trigger "person-changed" after update on "users" begin
  insert into "people-changes" ("uid") values (old."uid");
end;

create trigger "people-changes-pruned" after insert on "people-changes"
when new."number" % 500 = 0 begin
  delete from "people-changes" where "number" <= new."number" - 2000;
end;

-- Readers that missed more than 2,000 changes read their lists again.
create trigger "changes-pruned" after insert on "changes" when new."position" % 500 = 0 begin
  delete from "changes" where "position" <= new."position" - 2000;
end;

"""The grammar of orders: from the words of one order to the drafts that they can be."""
